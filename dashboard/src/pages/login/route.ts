import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/login',
  area: 'visitor',
  title: { en: 'Sign in', cs: 'Přihlášení' },
  load: () => import('./page.tsx'),
});
