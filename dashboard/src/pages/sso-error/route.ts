import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/sso-error',
  area: 'visitor',
  title: { en: 'Not signed in', cs: 'Přihlášení se nezdařilo' },
  load: () => import('./page.tsx'),
});
