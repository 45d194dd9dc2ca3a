import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import { html, trusted, type Html } from '../html.ts';
import { EXAMPLE_HOST, type Sample } from './samples.ts';

for (const [name, language] of Object.entries({ bash, csharp, json, python, typescript }))
  hljs.registerLanguage(name, language);

/** The library escapes what it marks. */
const marked = (code: string, language: string): string => hljs.highlight(code, { language }).value;

/** JSON as a person reads it. */
export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

const copyButton = html`<button type="button" class="copy">Copy</button>`;

/** The samples of an operation; the style sheet shows the one of the language that is chosen. */
export const sampleBox = (samples: readonly Sample[]): Html =>
  html`<figure class="code samples">
    <figcaption>
      <span class="languages" role="group" aria-label="Language"
        >${samples.map(
          ({ language: { id, title } }) =>
            html`<button
              type="button"
              data-language="${id}"
              aria-pressed="${id === 'curl' ? 'true' : 'false'}"
            >
              ${title}
            </button>`,
        )}</span
      >${copyButton}
    </figcaption>
    ${samples.map(
      ({ language: { id }, code }) =>
        html`<pre
          tabindex="0"
          data-language="${id}"
        ><code>${withHost(code, id === 'curl' ? 'bash' : id)}</code></pre>`,
    )}
  </figure>`;

/** The example of an answer. */
export const answerBox = (title: string, example: unknown): Html =>
  html`<figure class="code">
    <figcaption><span>${title}</span>${copyButton}</figcaption>
    <pre
      tabindex="0"
    ><code>${typeof example === 'string' ? example : trusted(marked(pretty(example), 'json'))}</code></pre>
  </figure>`;

/** The host of the example is marked, so that the script can put in the one that the page came from. */
const withHost = (code: string, language: string): Html =>
  trusted(marked(code, language).replaceAll(EXAMPLE_HOST, `<span class="host">${EXAMPLE_HOST}</span>`));
