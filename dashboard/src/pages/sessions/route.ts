import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/sessions',
  area: 'team',
  scope: 'sessions:read',
  title: { en: 'Sessions', cs: 'Rozhovory' },
  load: () => import('./page.tsx'),
});
