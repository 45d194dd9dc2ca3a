import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/settings',
  area: 'team',
  scope: 'admin:read',
  title: { en: 'Settings', cs: 'Nastavení' },
  load: () => import('./page.tsx'),
});
