import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/register',
  area: 'visitor',
  title: { en: 'Register', cs: 'Registrace' },
  load: () => import('./page.tsx'),
});
