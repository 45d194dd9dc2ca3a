import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/try',
  area: 'team',
  scope: 'sessions:write',
  title: { en: 'Try it', cs: 'Vyzkoušet' },
  load: () => import('./page.tsx'),
});
