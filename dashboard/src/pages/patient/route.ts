import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/patients/$profileId',
  area: 'team',
  scope: 'patients:read',
  title: { en: 'Patient', cs: 'Pacient' },
  load: () => import('./page.tsx'),
});
