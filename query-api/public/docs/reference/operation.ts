import { html, type Html } from '../html.ts';
import { prose } from '../markdown.ts';
import { answerBox, sampleBox } from './code.ts';
import { exampleOf, nameOfRef, resolve, type OpenApi, type Operation, type Parameter } from './document.ts';
import type { SampleMaker } from './samples.ts';
import { folded, type SchemaView } from './schema.ts';
import { tryIt } from './try-it.ts';

export type Rendering = { document: OpenApi; view: SchemaView; samplesOf: SampleMaker };

export const methodMark = (method: string): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** One operation: what it does and takes on the left; samples, try-it and an example of the answer on the right. */
export function operationSection(rendering: Rendering, operation: Operation): Html {
  const { id, method, path, raw } = operation;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
    <div class="about">
      <h3 id="${id}-title">
        <a href="#${id}">${raw.summary ?? id}</a>${
          raw.deprecated === true && html` <span class="mark">deprecated</span>`
        }
      </h3>
      <p class="endpoint">${methodMark(method)} <code>${withBreaks(path)}</code></p>
      ${raw.description !== undefined && prose(raw.description)} ${parameterLists(rendering, operation)}
      ${bodyPart(rendering, operation)} ${answers(rendering, operation)}
    </div>
    <div class="side">
      ${sampleBox(rendering.samplesOf(operation))} ${tryIt(rendering.document, operation)}
      ${exampleAnswer(operation)}
    </div>
  </section>`;
}

/** A long path may wrap at its slashes. */
const withBreaks = (path: string): Html =>
  html`${path.split('/').map((part, index) => html`${index > 0 && html`/<wbr />`}${part}`)}`;

function parameterLists({ document, view }: Rendering, { parameters, raw }: Operation): Html {
  // Headers that many operations share are described once, at the end of the page.
  const shared = new Set(
    (raw.parameters ?? []).map((parameter) => resolve(document, parameter).name && nameOfRef(parameter)),
  );
  const own = parameters.filter(
    ({ name, in: place }) => place !== 'header' || !shared.has(sharedName(document, name)),
  );
  const headers = parameters.filter((parameter) => !own.includes(parameter));
  const list = (title: string, place: Parameter['in']): Html | null => {
    const found = own.filter((parameter) => parameter.in === place);
    return found.length === 0
      ? null
      : html`<h4>${title}</h4>
          <ul class="fields">
            ${found.map((parameter) => parameterItem(view, parameter))}
          </ul>`;
  };
  return html`${list('Path', 'path')}${list('Query', 'query')}${list('Headers', 'header')}${
    headers.length > 0 &&
    html`<p class="headers">
      Headers:
      ${headers.map(({ name }, index) => html`${index > 0 && ', '}<a href="#header-${name}">${name}</a>`)}
    </p>`
  }`;
}

const sharedName = (document: OpenApi, name: string): string | null =>
  Object.entries(document.components?.parameters ?? {}).find(
    ([, parameter]) => parameter.name === name,
  )?.[0] ?? null;

export const parameterItem = (view: SchemaView, parameter: Parameter, id?: string): Html => {
  const { name, required = false, deprecated = false, description, schema = {} } = parameter;
  const text = description ?? schema['description'];
  return html`<li${id !== undefined && html` id="${id}"`}><p class="name"><code>${name}</code> <span class="type">${view.type(schema)}</span>${
    required && html` <span class="mark required">required</span>`
  }${deprecated && html` <span class="mark">deprecated</span>`}</p>${typeof text === 'string' && prose(text)}${view.rules(schema)}</li>`;
};

function bodyPart({ view }: Rendering, { body }: Operation): Html | null {
  if (body === null) return null;
  const { schema = {} } = body.media;
  return html`<h4>Body <span class="type">${body.type}${!body.required && ', may be absent'}</span></h4>
    ${view.fields(schema, 'input') ?? html`<p class="type">${view.type(schema)}</p>`}`;
}

function answers({ view }: Rendering, { answers: all }: Operation): Html {
  const good = all.filter(({ status }) => status < '4');
  const errors = all.filter(({ status }) => !(status < '4'));
  return html`<h4>Answers</h4>
    <ul class="fields">
      ${good.map(
        ({ status, answer }) =>
          html`<li>
            <p class="name">
              <span class="status">${status}</span> ${Object.entries(answer.content ?? {}).map(
                ([type, { schema = {} }], index) =>
                  html`${index > 0 && ' or '}<span class="type"
                      >${type === 'application/json' ? view.type(schema) : bare(type)}</span
                    >`,
              )}
            </p>
            ${answer.description !== undefined && prose(answer.description)}${inlineFields(view, answer.content)}
          </li>`,
      )}
    </ul>
    <p class="errors">
      Errors:
      ${errors.map(({ status, name, answer }) =>
        name === null
          ? html`<span class="status bad" title="${answer.description ?? ''}">${status}</span> `
          : html`<a class="status bad" href="#error-${name}" title="${answer.description ?? ''}"
              >${status}</a
            > `,
      )}
    </p>`;
}

/** Objects with a name are linked; what stands inline is shown here. */
function inlineFields(
  view: SchemaView,
  content: Record<string, { schema?: Record<string, unknown> }> = {},
): Html | null {
  const schema = content['application/json']?.schema;
  if (schema === undefined || nameOfRef(schema) !== null) return null;
  return folded(view.fields(schema, 'output'));
}

const bare = (type: string): string => type.split(';')[0] ?? type;

function exampleAnswer({ answers: all }: Operation): Html | null {
  for (const { status, answer } of all.filter((each) => each.status < '3')) {
    for (const [type, media] of Object.entries(answer.content ?? {})) {
      const example = exampleOf(media);
      if (example !== undefined) return answerBox(`Answer ${status} · ${bare(type)}`, example);
    }
  }
  return null;
}
