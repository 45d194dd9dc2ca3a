import type { ReactNode } from 'react';
import type { Language } from '../i18n/catalogue.ts';
import type { Scope } from '../session/session.ts';

/** A page: the default export of `pages/<name>/route.ts`. Nothing else names the folder. */
export type PageRoute = {
  /** `/sessions/$sessionId`: what stands after `$` comes from `usePathParam`. */
  path: string;
  /** `team` is for whoever is signed in and stands in the frame with the navigation; `visitor` is for anybody. */
  area: 'team' | 'visitor';
  /** Whoever lacks it finds no link to the page, and is told so when following one. */
  scope?: Scope;
  /** Of the browser's window. The same for every record: nothing of a patient stands in a title. */
  title: Readonly<Record<Language, string>>;
  /** The page itself, loaded when somebody goes there. */
  load: () => Promise<{ Page: () => ReactNode }>;
};

export const definePage = (route: PageRoute): PageRoute => route;
