import { definePage } from '../../app/page.ts';

export default definePage({
  path: '/audit',
  area: 'team',
  scope: 'admin:read',
  title: { en: 'Audit trail', cs: 'Auditní stopa' },
  load: () => import('./page.tsx'),
});
