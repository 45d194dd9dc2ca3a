import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/mailbox',
  area: 'visitor',
  title: { en: 'Mailbox', cs: 'Schránka' },
  load: () => import('./page.tsx'),
});
