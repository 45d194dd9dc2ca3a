import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/reset-password',
  area: 'visitor',
  title: { en: 'New password', cs: 'Nové heslo' },
  load: () => import('./page.tsx'),
});
