import { setImmediate as otherWork } from 'node:timers/promises';
import type { DocsAssets } from '../assets.ts';
import { html, trusted, type Html } from '../html.ts';
import { prose, renderText } from '../markdown.ts';
import { DOCS_PATH } from '../paths.ts';
import { nameOfRef, operationsOf, resolve, toOperation, type OpenApi, type Operation } from './document.ts';
import { methodMark, operationSection, parameterItem, type Rendering } from './operation.ts';
import { inOrder, type Group } from './order.ts';
import { createSampleMaker } from './samples.ts';
import { createSchemaView } from './schema.ts';

/**
 * The interface as one page of HTML: whoever opens it reads at once, and its script is needed to send calls only. It
 * holds no script and no style of its own. Throws where the document refers to what it does not have.
 */
export async function referencePage(document: OpenApi, assets: DocsAssets): Promise<string> {
  const operations = operationsOf(document);
  const groups = inOrder(document, operations);
  const view = createSchemaView(document);
  const rendering = { document, view, samplesOf: await createSampleMaker(document) };
  const { title, version } = document.info;
  const sections: Html[] = [];
  for (const group of groups) {
    sections.push(groupSection(rendering, group));
    // The whole takes a quarter of a second, which no call that arrives meanwhile should wait for.
    await otherWork();
  }
  const shared = sharedHeaders(rendering, operations);
  const events = eventSection(rendering);
  // Last, when all that links to an object is written.
  const objects = view.objects();
  return html`<!doctype html>
    <html lang="en" data-language="curl">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}: interface</title>
        <link rel="icon" type="image/svg+xml" href="${assets.icon.url}" />
        <link rel="stylesheet" href="${assets.baseStyle.url}" />
        <link rel="stylesheet" href="${assets.referenceStyle.url}" />
        <script type="module" src="${assets.referenceScript.url}"></script>
        <script type="module" src="${assets.tryItScript.url}"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the operations</a>
        <header>
          <p class="title"><a href="${DOCS_PATH}">${title}</a> <span class="version">${version}</span></p>
          <nav aria-label="Pages">
            <a href="${DOCS_PATH}/index">Guides</a> <a href="${DOCS_PATH}/changelog">Changelog</a>
            <a href="/v1/openapi.json">openapi.json</a>
          </nav>
          <label class="key"
            ><span>API key</span>
            <input
              id="key"
              type="password"
              placeholder="svc_test_…"
              autocomplete="off"
              spellcheck="false"
              autocapitalize="off"
              autofocus
              aria-describedby="key-note"
          /></label>
        </header>
        <div class="frame">
          ${contents(groups, events !== null)}
          <main id="content" tabindex="-1">
            ${introduction(document)} ${sections} ${events} ${shared} ${errorSection(document)}
            <section class="group" id="objects">
              <h2>Objects</h2>
              <p>What answers and bodies are made of.</p>
              ${objects}
            </section>
          </main>
        </div>
      </body>
    </html> `.text;
}

const idOf = (name: string): string => `group-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

const contents = (groups: readonly Group[], hasEvents: boolean): Html =>
  html`<nav class="contents" aria-label="Operations">
    <details id="contents" open>
      <summary>Contents</summary>
      <label class="filter"
        ><span>Filter</span
        ><input id="filter" type="search" placeholder="Filter operations" autocomplete="off"
      /></label>
      ${groups.map(
        ({ name, operations }) =>
          html`<section>
            <h2><a href="#${idOf(name)}">${name}</a></h2>
            <ul>
              ${operations.map(
                ({ id, method, path, raw }) =>
                  html`<li data-words="${`${id} ${method} ${path} ${raw.summary ?? ''}`.toLowerCase()}">
                    <a href="#${id}"><span>${raw.summary ?? id}</span> ${methodMark(method)}</a>
                  </li>`,
              )}
            </ul>
          </section>`,
      )}
      <section>
        <h2>More</h2>
        <ul>
          ${
            hasEvents &&
            html`<li>
              <a href="#events"><span>Events</span></a>
            </li>`
          }
          <li>
            <a href="#headers"><span>Headers</span></a>
          </li>
          <li>
            <a href="#errors"><span>Errors</span></a>
          </li>
          <li>
            <a href="#objects"><span>Objects</span></a>
          </li>
        </ul>
      </section>
    </details>
  </nav>`;

/** The guide of the document: its beginning stands open, its parts are folded, so that the first operation is in sight. */
function introduction({ info }: OpenApi): Html {
  const [beginning = '', ...parts] = (info.description ?? '').split(/^## /m);
  return html`<section class="introduction">
    <h1>${info.title}</h1>
    ${prose(beginning)}
    <p id="key-note" class="note">
      To try calls, paste a <strong>test key</strong> (<code>svc_test_…</code>) above: it costs no tokens and
      reaches test data only. The key stays in this page until you leave or reload it. Calls go to this server
      and count against the key's limit. <span id="key-state" role="status"></span>
    </p>
    <noscript
      ><p class="note">
        Without JavaScript everything can be read here, but no call can be sent, and samples are in curl.
      </p></noscript
    >
    ${parts.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return html`<details class="part">
        <summary><h2>${heading}</h2></summary>
        ${trusted(renderText(lines.join('\n')))}
      </details>`;
    })}
  </section>`;
}

const groupSection = (rendering: Rendering, { name, description, operations }: Group): Html =>
  html`<section class="group" id="${idOf(name)}">
    <h2>${name}</h2>
    ${description !== '' && prose(description)}
    ${operations.map((operation) => operationSection(rendering, operation))}
  </section>`;

/** What the service sends to partners by itself; what is said of every event is said once. */
function eventSection({ document, view }: Rendering): Html | null {
  const events = Object.entries(document.webhooks ?? {}).flatMap(([name, item]) =>
    Object.values(item).map((raw) => ({
      name,
      paragraphs: (raw.description ?? '').split('\n\n'),
      summary: raw.summary ?? '',
      body: toOperation(document, { path: name, method: 'post', raw }).body,
    })),
  );
  const [first] = events;
  if (first === undefined) return null;
  const isOfAll = (paragraph: string): boolean =>
    events.every(({ paragraphs }) => paragraphs.includes(paragraph));
  return html`<section class="group" id="events">
    <h2>Events</h2>
    <p>
      What the service sends to a subscription. <a href="${DOCS_PATH}/webhooks">Webhooks</a> tells how to
      verify them.
    </p>
    ${prose(first.paragraphs.filter(isOfAll).join('\n\n'))}
    ${events.map(
      ({ name, summary, paragraphs, body }) =>
        html`<section class="object" id="event-${name}">
          <h3>${name}</h3>
          ${prose([summary, ...paragraphs.filter((paragraph) => !isOfAll(paragraph))].join('\n\n'))}
          ${
            body !== null &&
            html`<details class="child">
              <summary>Its body</summary>
              ${view.fields(body.media.schema ?? {}, 'output')}
            </details>`
          }
        </section>`,
    )}
  </section>`;
}

/** The headers that operations share, each once. */
function sharedHeaders({ document, view }: Rendering, operations: readonly Operation[]): Html {
  const names = new Set(operations.flatMap(({ raw }) => (raw.parameters ?? []).map(nameOfRef)));
  const found = Object.entries(document.components?.parameters ?? {}).filter(
    ([name, parameter]) => names.has(name) && resolve(document, parameter).in === 'header',
  );
  return html`<section class="group" id="headers">
    <h2>Headers</h2>
    <ul class="fields">
      ${found.map(([, parameter]) => parameterItem(view, parameter, `header-${parameter.name}`))}
    </ul>
  </section>`;
}

function errorSection({ components, paths }: OpenApi): Html {
  const statusOf = new Map(
    Object.values(paths ?? {})
      .flatMap((item) => Object.values(item))
      .flatMap(({ responses = {} }) =>
        Object.entries(responses).map(([status, answer]) => [nameOfRef(answer), status]),
      ),
  );
  const found = Object.entries(components?.responses ?? {}).filter(([name]) => statusOf.has(name));
  return html`<section class="group" id="errors">
    <h2>Errors</h2>
    <p>Every error has the same form. <a href="${DOCS_PATH}/errors">Errors</a> tells which to repeat.</p>
    <ul class="fields">
      ${found.map(
        ([name, { description = '' }]) =>
          html`<li id="error-${name}">
            <p class="name"><span class="status bad">${statusOf.get(name) ?? ''}</span> ${name}</p>
            ${prose(description)}
          </li>`,
      )}
    </ul>
  </section>`;
}
