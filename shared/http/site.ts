import type Koa from 'koa';
import type { HttpContext, HttpState } from './call.ts';
import { sendResult } from './respond.ts';
import type { RouteResult } from './route-types.ts';

/** A GET of something that is no route. */
export type SiteRequest = {
  path: string;
  ip: string;
  /** A request header, null where it was not sent. */
  header: (name: string) => string | null;
};

/**
 * What a process serves to browsers beside its routes: no part of the interface, so it stands in no description. Its
 * answers come from memory and are not counted: refusing one costs as much as giving it.
 */
export type Site = {
  /** Null where the site has nothing there; the call is answered like any that goes nowhere. */
  find(request: SiteRequest): Promise<RouteResult | null>;
};

/** Answers GET and HEAD that no route took and that the site knows. */
export function serveSite(site: Site): Koa.Middleware<HttpState> {
  return async (rawCtx, next) => {
    const ctx = rawCtx as HttpContext;
    const { call } = ctx.state;
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const found =
      isRead && call.problem === null
        ? await site.find({
            path: call.target.path,
            ip: call.ip,
            header: (name) => {
              const value = ctx.req.headers[name.toLowerCase()];
              return Array.isArray(value) ? value.join(', ') : (value ?? null);
            },
          })
        : null;
    if (found === null) {
      await next();
      return;
    }
    call.isOfSite = true;
    await sendResult(ctx, found);
  };
}
