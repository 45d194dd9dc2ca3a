import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/',
  area: 'team',
  title: { en: 'Home', cs: 'Přehled' },
  load: () => import('./page.tsx'),
});
