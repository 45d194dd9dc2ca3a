import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/api-keys',
  area: 'team',
  scope: 'admin:read',
  title: { en: 'API keys', cs: 'Klíče API' },
  load: () => import('./page.tsx'),
});
