import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/accept-invite',
  area: 'visitor',
  title: { en: 'Invitation', cs: 'Pozvánka' },
  load: () => import('./page.tsx'),
});
