import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { SkeletonBlock } from '../components/skeleton.tsx';
import { common } from '../i18n/common/words.ts';
import { useLanguage, useWords } from '../i18n/language.tsx';
import { useMay } from '../session/use-session.tsx';
import { Crash, Forbidden, NotFound } from './dead-ends.tsx';
import type { PageRoute } from './page.ts';
import { pages } from './pages.ts';
import { TeamArea } from './team-area.tsx';
import { VisitorArea } from './visitor-area.tsx';

/** Makes the routes of the pages' folders. Each is loaded when somebody goes there or is about to. */
export function createPagesRouter() {
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
  const team = createRoute({ id: 'team', getParentRoute: () => root, component: TeamArea });
  const visitor = createRoute({ id: 'visitor', getParentRoute: () => root, component: VisitorArea });
  const routeOf = (page: PageRoute) => {
    const Loaded = lazyRouteComponent(page.load, 'Page');
    const route = createRoute({
      path: page.path,
      getParentRoute: () => (page.area === 'team' ? team : visitor),
      component: () => (
        <Titled page={page}>
          <Allowed page={page}>
            <Loaded />
          </Allowed>
        </Titled>
      ),
      loader: () => Loaded.preload?.(),
    });
    return route;
  };
  const ofArea = (area: PageRoute['area']) => pages.filter((page) => page.area === area).map(routeOf);
  return createRouter({
    routeTree: root.addChildren([team.addChildren(ofArea('team')), visitor.addChildren(ofArea('visitor'))]),
    defaultPreload: 'intent',
    defaultPendingComponent: SkeletonBlock,
    defaultErrorComponent: Crash,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    // It is kept in the tab's storage, where no address belongs.
    getScrollRestorationKey: ({ state }) => state.__TSR_key ?? 'first',
  });
}

function Titled({ page, children }: { page: PageRoute; children: ReactNode }) {
  const { language } = useLanguage();
  const say = useWords(common);
  const title = `${page.title[language]} · ${say('product')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return children;
}

const Allowed = ({ page, children }: { page: PageRoute; children: ReactNode }) =>
  page.area === 'team' && page.scope !== undefined ? (
    <WithScope scope={page.scope}>{children}</WithScope>
  ) : (
    children
  );

function WithScope({ scope, children }: { scope: NonNullable<PageRoute['scope']>; children: ReactNode }) {
  const may = useMay();
  return may(scope) ? children : <Forbidden scope={scope} />;
}
