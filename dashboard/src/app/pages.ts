import type { PageRoute } from './page.ts';

/** Every page: what stands in its folder as `route.ts`. A new folder is a new page, without a change here. */
export const pages: readonly PageRoute[] = Object.values(
  import.meta.glob<PageRoute>('../pages/*/route.ts', { eager: true, import: 'default' }),
);
