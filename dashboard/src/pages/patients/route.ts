import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/patients',
  area: 'team',
  scope: 'patients:read',
  title: { en: 'Patients', cs: 'Pacienti' },
  load: () => import('./page.tsx'),
});
