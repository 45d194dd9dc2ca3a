import { z } from 'zod';
import { ApiError } from '../../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../../shared/http/route.ts';
import { acceptsGzip } from '../negotiation.ts';
import { ASSET_TYPES, ASSETS_PATH, loadDocsAssets } from './assets.ts';
import { CONTENT_SECURITY_POLICY, docsPage } from './page.ts';

const [scriptType, ...otherTypes] = ASSET_TYPES;
const PAGE_TYPE = 'text/html; charset=utf-8';
const meta = { tag: 'Meta', access: { kind: 'public' }, admission: 'gate' } as const;

/**
 * The page for people and the five files that it loads. A first visit takes seven of an address's calls a minute, the
 * description included, a later one two: the files are kept by the browser.
 */
export function docsRoutes(): Route[] {
  const assets = loadDocsAssets();
  const page = docsPage(assets);
  const byUrl = new Map(Object.values(assets).map((asset) => [asset.url, asset]));
  return [
    defineRoute({
      ...meta,
      method: 'GET',
      path: ASSETS_PATH,
      operationId: 'getDocs',
      summary: 'Read this description as a page, and try calls',
      responses: { 200: { description: 'The page.', contentType: PAGE_TYPE } },
      errors: [],
      handler: () =>
        Promise.resolve({
          status: 200,
          body: page,
          headers: {
            'Content-Security-Policy': CONTENT_SECURITY_POLICY,
            'X-Frame-Options': 'DENY',
            'Referrer-Policy': 'no-referrer',
          },
        }),
    }),
    defineRoute({
      ...meta,
      method: 'GET',
      path: `${ASSETS_PATH}/{file}`,
      operationId: 'getDocsFile',
      summary: 'A file of the page',
      params: z.object({ file: z.string().max(100) }),
      responses: {
        200: {
          description: 'The file; its name changes with its content.',
          contentType: scriptType,
          otherTypes,
        },
      },
      errors: ['not_found'],
      handler: async (ctx) => {
        const asset = byUrl.get(`${ASSETS_PATH}/${ctx.params.file}`);
        if (asset === undefined) throw new ApiError('not_found', 'The page has no such file.');
        const packed = acceptsGzip(ctx.header('accept-encoding'));
        return {
          status: 200,
          body: packed ? await asset.gzipped() : asset.bytes,
          contentType: asset.contentType,
          headers: {
            'Cache-Control': 'public, max-age=31536000, immutable',
            'Cross-Origin-Resource-Policy': 'same-origin',
            Vary: 'Accept-Encoding',
            ...(packed ? { 'Content-Encoding': 'gzip' } : {}),
          },
        };
      },
    }),
  ];
}
