import { z } from 'zod';
import { ApiError } from '../../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../../shared/http/route.ts';
import { acceptsGzip } from '../negotiation.ts';
import { ASSET_TYPES, loadDocsAssets } from './assets.ts';
import { CONTENT_SECURITY_POLICY, docsPage } from './page.ts';
import { loadPartnerPages, PAGE_NAMES } from './partner-pages.ts';
import { ASSETS_PATH, DOCS_PATH } from './paths.ts';

const [scriptType, ...otherTypes] = ASSET_TYPES;
const PAGE_TYPE = 'text/html; charset=utf-8';
const meta = { tag: 'Meta', access: { kind: 'public' }, admission: 'gate' } as const;

const PAGE_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
};

const PAGE_ANSWER = {
  description: 'The page.',
  contentType: PAGE_TYPE,
  headers: {
    'Content-Security-Policy': {
      description: 'What the page may load: nothing from elsewhere.',
      example: CONTENT_SECURITY_POLICY,
    },
    'X-Frame-Options': {
      description: 'Always `DENY`: no other page may show it in a frame.',
      example: 'DENY',
    },
    'Referrer-Policy': {
      description: 'Always `no-referrer`: links do not tell where they were followed.',
      example: 'no-referrer',
    },
  },
};

/**
 * The page of the interface description with the five files that it loads, and the pages for partners. A first visit of
 * the description takes seven of an address's calls a minute, a later one two: the browser keeps the files.
 */
export function docsRoutes(): Route[] {
  const assets = loadDocsAssets();
  const page = docsPage(assets);
  const partnerPages = loadPartnerPages(assets);
  const byUrl = new Map(Object.values(assets).map((asset) => [asset.url, asset]));
  return [
    defineRoute({
      ...meta,
      method: 'GET',
      path: DOCS_PATH,
      operationId: 'getDocs',
      summary: 'Read this description as a page, and try calls',
      description:
        'The page holds no data of its own: it reads this description, and calls with the key that is typed in.',
      responses: { 200: PAGE_ANSWER },
      errors: [],
      handler: () => Promise.resolve({ status: 200, body: page, headers: PAGE_HEADERS }),
    }),
    defineRoute({
      ...meta,
      method: 'GET',
      path: `${DOCS_PATH}/{page}`,
      operationId: 'getDocsPage',
      summary: 'Read a page of the documentation for partners',
      description: `Pages: ${PAGE_NAMES.map((name) => `\`${name}\``).join(', ')}. Begin with \`index\`.`,
      params: z.object({ page: z.string().max(100).meta({ description: 'Name of the page.' }) }),
      responses: { 200: PAGE_ANSWER },
      errors: ['not_found'],
      handler: (ctx) => {
        const body = partnerPages.get(ctx.params.page);
        if (body === undefined) throw new ApiError('not_found', 'There is no page of this name.');
        return Promise.resolve({ status: 200, body, headers: PAGE_HEADERS });
      },
    }),
    defineRoute({
      ...meta,
      method: 'GET',
      path: `${ASSETS_PATH}/{file}`,
      operationId: 'getDocsFile',
      summary: 'A script, style or picture of the pages',
      description: 'The pages name their files. Browsers keep them: a file that changes gets another name.',
      params: z.object({
        file: z.string().max(100).meta({ description: 'Name of the file, as the pages give it.' }),
      }),
      responses: {
        200: {
          description: 'The file; its name changes with its content.',
          contentType: scriptType,
          otherTypes,
          headers: {
            'Cross-Origin-Resource-Policy': {
              description: 'Always `same-origin`: no other site may embed the file.',
              example: 'same-origin',
            },
            'Content-Encoding': { description: 'gzip where the caller takes it.', example: 'gzip' },
          },
        },
      },
      errors: ['not_found'],
      handler: async (ctx) => {
        const asset = byUrl.get(`${ASSETS_PATH}/${ctx.params.file}`);
        if (asset === undefined) throw new ApiError('not_found', 'There is no file of this name.');
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
