import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/forgot-password',
  area: 'visitor',
  title: { en: 'Forgot password', cs: 'Zapomenuté heslo' },
  load: () => import('./page.tsx'),
});
