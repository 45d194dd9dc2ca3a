import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/sessions/$sessionId',
  area: 'team',
  scope: 'sessions:read',
  title: { en: 'Session', cs: 'Rozhovor' },
  load: () => import('./page.tsx'),
});
