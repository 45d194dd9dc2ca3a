import { html, type Fill, type Html } from '../html.ts';
import { exampleOf, resolve, type OpenApi, type Operation, type Parameter } from './document.ts';
import { pretty } from './code.ts';
import { textOf } from './samples.ts';
import { valuesOf, withoutNull } from './schema-words.ts';

/** The headers that the page's script sets by itself, so that nobody has to. */
const SET_BY_SCRIPT = new Set(['X-Request-ID', 'X-CSRF-Token']);

/** The form that sends an operation from the page. Its script reads method and path from the element. */
export function tryIt(
  document: OpenApi,
  { id, method, path, parameters, body, credentials }: Operation,
): Html {
  const inputs = parameters.filter(({ name }) => !SET_BY_SCRIPT.has(name));
  const example = body === null ? undefined : exampleOf(body.media);
  return html`<details class="try">
    <summary>Try it</summary>
    <form
      class="send"
      data-method="${method}"
      data-path="${path}"
      data-key="${credentials.includes('apiKey') ? 'yes' : 'no'}"
      ${body !== null && html` data-type="${body.type}"`}
    >
      ${inputs.map((parameter) => input(document, id, parameter))}
      ${
        body !== null &&
        html`<label class="wide"
          ><span>Body</span
          ><textarea
            name="body"
            spellcheck="false"
            rows="${example === undefined ? 3 : Math.min(pretty(example).split('\n').length, 18)}"
          >
${example === undefined ? '' : pretty(example)}</textarea>
        </label>`
      }
      <p class="actions">
        <button type="submit">Send <span class="method ${method.toLowerCase()}">${method}</span></button>
        <span class="hint">${hintFor(credentials)}</span>
      </p>
      <div class="reply" role="status" hidden></div>
    </form>
  </details>`;
}

function hintFor(credentials: readonly string[]): Fill {
  if (credentials.length === 0) return 'Needs no key.';
  if (credentials.includes('apiKey')) return html`Sends <a href="#key">the key above</a>.`;
  return 'Needs a dashboard session: sign in on this page first (Sign-in, below).';
}

function input(document: OpenApi, operationId: string, parameter: Parameter): Html {
  const { name, in: place, required = false } = parameter;
  const id = `try-${operationId}-${name}`;
  return html`<label for="${id}"
    ><span>${name}${required && html` <i>required</i>`}</span>${control(document, id, parameter)}
    <small>${place}</small></label
  >`;
}

function control(document: OpenApi, id: string, parameter: Parameter): Html {
  const { name, in: place, required = false, schema = {} } = parameter;
  const target = withoutNull(resolve(document, schema)).schema;
  const values = target['type'] === 'boolean' ? [true, false] : valuesOf(document, schema);
  // A query that is not in the way of a first try is left out; what an earlier answer named is filled in by the script.
  const named: Fill = html`id="${id}" name="${name}" data-in="${place}"${required && html` required`}`;
  if (values.length > 0 && target['type'] !== 'array')
    return html`<select ${named}>
      <option value=""></option>
      ${values.map((value) => html`<option>${textOf(value)}</option>`)}
    </select>`;
  const example = exampleOf(parameter);
  const placeholder =
    name === 'Idempotency-Key' ? 'a fresh one each time' : example === undefined ? '' : textOf(example);
  return html`<input ${named} placeholder="${placeholder}" autocomplete="off" spellcheck="false" />`;
}
