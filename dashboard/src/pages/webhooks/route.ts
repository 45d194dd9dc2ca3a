import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/webhooks',
  area: 'team',
  scope: 'webhooks:read',
  title: { en: 'Webhooks', cs: 'Webhooky' },
  load: () => import('./page.tsx'),
});
