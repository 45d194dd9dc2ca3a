import { z } from 'zod';
import { ApiError } from '../../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../../shared/http/route.ts';
import { boundedText } from '../../../shared/http/schemas.ts';
import { StaticContent, staticResponses } from '../../../shared/http/static-content.ts';
import { ASSET_TYPES, loadDocsAssets } from './assets.ts';
import { loadPartnerPages, PAGE_NAMES } from './partner-pages.ts';
import { ASSETS_PATH, DOCS_PATH } from './paths.ts';
import type { OpenApi } from './reference/document.ts';
import { referencePage } from './reference/page.ts';

const [scriptType, ...otherTypes] = ASSET_TYPES;
const PAGE_TYPE = 'text/html; charset=utf-8';
const meta = { tag: 'Meta', access: { kind: 'public' }, admission: 'gate' } as const;

/** The pages may load and call what their own origin serves and nothing else, and run no script that stands in them. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
};
const FILE_HEADERS = { 'Cross-Origin-Resource-Policy': 'same-origin' };

const PAGE_ANSWERS = staticResponses({
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
});

/**
 * The page of the interface description, made at its first call from the document, the files that it loads, and the
 * pages for partners. A first visit takes six of an address's calls a minute, a later one one: the browser keeps the files.
 */
export function docsRoutes(document: () => object): Route[] {
  const assets = loadDocsAssets();
  const partnerPages = loadPartnerPages(assets);
  const byUrl = new Map(Object.values(assets).map((asset) => [asset.url, asset]));
  let reference: Promise<StaticContent> | null = null;
  const page = (): Promise<StaticContent> =>
    (reference ??= referencePage(document() as OpenApi, assets).then((text) => new StaticContent(text)));
  return [
    defineRoute({
      ...meta,
      method: 'GET',
      path: DOCS_PATH,
      operationId: 'getDocs',
      summary: 'Read this description as a page, and try calls',
      description:
        'The page holds no data of its own: it shows this description, and calls with the key that is typed in.',
      responses: PAGE_ANSWERS,
      errors: [],
      handler: async () => ({ status: 200, body: await page(), headers: PAGE_HEADERS }),
    }),
    defineRoute({
      ...meta,
      method: 'GET',
      path: `${DOCS_PATH}/{page}`,
      operationId: 'getDocsPage',
      summary: 'Read a page of the documentation',
      description: `Pages: ${PAGE_NAMES.map((name) => `\`${name}\``).join(', ')}. Begin with \`index\`.`,
      params: z.object({ page: boundedText(0, 100).meta({ description: 'Name of the page.' }) }),
      responses: PAGE_ANSWERS,
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
        file: boundedText(0, 100).meta({ description: 'Name of the file, as the pages give it.' }),
      }),
      responses: staticResponses({
        description: 'The file; its name changes with its content.',
        contentType: scriptType,
        otherTypes,
        headers: {
          'Cross-Origin-Resource-Policy': {
            description: 'Always `same-origin`: no other site may embed the file.',
            example: 'same-origin',
          },
        },
      }),
      errors: ['not_found'],
      handler: (ctx) => {
        const asset = byUrl.get(`${ASSETS_PATH}/${ctx.params.file}`);
        if (asset === undefined) throw new ApiError('not_found', 'There is no file of this name.');
        const { content, contentType } = asset;
        return Promise.resolve({ status: 200, body: content, contentType, headers: FILE_HEADERS });
      },
    }),
  ];
}
