import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/team',
  area: 'team',
  scope: 'admin:read',
  title: { en: 'Team', cs: 'Tým' },
  load: () => import('./page.tsx'),
});
