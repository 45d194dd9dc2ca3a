import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/logs',
  area: 'team',
  scope: 'admin:read',
  title: { en: 'Logs', cs: 'Požadavky' },
  load: () => import('./page.tsx'),
});
