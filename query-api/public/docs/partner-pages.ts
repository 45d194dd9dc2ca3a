import { readFileSync } from 'node:fs';
import path from 'node:path';
import { StaticContent } from '../../../shared/http/static-content.ts';
import type { DocsAssets } from './assets.ts';
import { html, trusted, type Html } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { DOCS_PATH } from './paths.ts';

const ROOT = new URL('../../../', import.meta.url);

/**
 * The pages that are served, in their order, by the name in the URL: those for partners, then those for whoever answers
 * for the data. A name that is not in this list leads nowhere.
 */
const FILES = {
  index: 'docs/partner/README.md',
  quickstart: 'docs/partner/quickstart.md',
  clients: 'docs/partner/clients.md',
  interview: 'docs/partner/interview.md',
  webhooks: 'docs/partner/webhooks.md',
  errors: 'docs/partner/errors.md',
  limits: 'docs/partner/limits.md',
  sandbox: 'docs/partner/sandbox.md',
  versions: 'docs/partner/versions.md',
  changelog: 'CHANGELOG.md',
  sealing: 'docs/compliance/sealing.md',
  erasure: 'docs/compliance/erasure.md',
  officer: 'docs/compliance/officer.md',
  'audit-trail': 'docs/compliance/audit-trail.md',
  'audit-proofs': 'docs/compliance/audit-proofs.md',
  'processing-record': 'docs/compliance/processing-record.md',
  controls: 'docs/compliance/controls.md',
  'not-promised': 'docs/compliance/not-promised.md',
} as const;

export const PAGE_NAMES = Object.keys(FILES);

/** Reads and renders every page, once a process. Throws at start where a file is missing or has no heading. */
export function loadPartnerPages(assets: DocsAssets): ReadonlyMap<string, StaticContent> {
  const pages = Object.entries(FILES).map(([name, file]) => ({
    name,
    ...renderMarkdown(readFileSync(new URL(file, ROOT), 'utf8'), (href) => servedUrl(file, href)),
  }));
  const links = pages.map(({ name, title }) => ({ url: `${DOCS_PATH}/${name}`, title }));
  return new Map(
    pages.map(({ name, title, html: text }) => [
      name,
      new StaticContent(frame({ name, title, content: trusted(text), links, assets }).text),
    ]),
  );
}

/**
 * Where a link of a page leads in the served form: other pages by their served path, anchors and https URLs as they
 * are. Null for files that are not served.
 */
function servedUrl(file: string, href: string): string | null {
  if (/^(https:\/\/|#)/.test(href)) return href;
  const [target = '', anchor] = href.split('#');
  const linked = path.posix.join(path.posix.dirname(file), target);
  const name = PAGE_NAMES.find((key) => FILES[key as keyof typeof FILES] === linked);
  if (name === undefined) return null;
  return `${DOCS_PATH}/${name}${anchor === undefined ? '' : `#${anchor}`}`;
}

type Frame = {
  name: string;
  title: string;
  content: Html;
  links: readonly { url: string; title: string }[];
  assets: DocsAssets;
};

const frame = ({ name, title, content, links, assets }: Frame): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Clinical Triage Service</title>
        <link rel="icon" type="image/svg+xml" href="${assets.icon.url}" />
        <link rel="stylesheet" href="${assets.baseStyle.url}" />
        <link rel="stylesheet" href="${assets.pagesStyle.url}" />
      </head>
      <body>
        <nav aria-label="Pages">
          <ul>
            ${links.map((link) => entryOf(link, `${DOCS_PATH}/${name}`))}
            <li><a href="${DOCS_PATH}">Interface reference</a></li>
          </ul>
        </nav>
        <main>${content}</main>
      </body>
    </html> `;

const entryOf = ({ url, title }: { url: string; title: string }, current: string): Html =>
  html`<li><a href="${url}" ${url === current && html`aria-current="page"`}>${title}</a></li> `;
