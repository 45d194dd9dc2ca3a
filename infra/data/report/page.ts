import type { Answer } from '../facts-duck.ts';
import type { Statement } from '../../../projectors/extracts/manifest.ts';
import type { Chapter, Chart, Question } from '../questions/question.ts';
import { chartOf, type Drawn } from './chart.ts';
import { STYLE } from './style.ts';
import { tableOf, type Table } from './table.ts';

/** A question with its answer, or with the datasets that the extract lacks for one. */
export type Answered = { question: Question } & ({ answer: Answer } | { missing: readonly string[] });
export type AnsweredChapter = Pick<Chapter, 'title'> & { answered: readonly Answered[] };

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
/** With names of columns and values, which stand between backticks, as code. */
const prose = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
const count = new Intl.NumberFormat('en');
const idOf = (name: string): string => name.replaceAll('_', '-');

/** The report as one HTML file that asks for nothing else: no script, no font, no picture from anywhere. */
export const reportPage = (
  statement: Statement,
  chapters: readonly AnsweredChapter[],
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Facts of ${escape(statement.recipient.name)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>What the facts say</h1>
${introduction(statement)}
</header>
<nav aria-label="Contents">
<ol>
${chapters.flatMap(({ answered }) => answered.map(contentsEntry)).join('\n')}
</ol>
</nav>
<main>
${chapters.map(chapterPart).join('\n')}
${datasetsPart(statement)}
</main>
</body>
</html>
`;

const introduction = ({ recipient, engine_version, since }: Statement): string =>
  `<p>Made from an extract for <strong>${escape(recipient.name)}</strong>${since === null ? ' of everything up to its cursor' : ' of what changed between two cursors: shares and sums are of that part alone'}. ` +
  `The engine that ran then is ${escape(engine_version)}. Sessions and patients stand under pseudonyms, ages in bands` +
  `${recipient.exact_times ? '' : ', times to the hour'}.</p>
<p class="quiet">Each part has a question, how to read the answer, a chart where one helps, the rows, and the SQL to ask it yourself.</p>`;

const contentsEntry = ({ question: { name, asks } }: Answered): string =>
  `<li><a href="#${idOf(name)}">${escape(asks)}</a></li>`;

const chapterPart = ({ title, answered }: AnsweredChapter): string => `<section>
<h2>${escape(title)}</h2>
${answered.map(questionPart).join('\n')}
</section>`;

function questionPart(one: Answered): string {
  const { name, asks, reading, sql, chart } = one.question;
  const answer =
    'answer' in one
      ? answerPart(one.answer, { asks, chart })
      : `<p>The extract does not hold ${one.missing.map((dataset) => `<code>${dataset}</code>`).join(', ')}.</p>`;
  return `<section aria-labelledby="${idOf(name)}">
<h3 id="${idOf(name)}">${escape(asks)}</h3>
<p class="reading">${prose(reading)}</p>
${answer}
<details>
<summary>SQL of <code>${name}</code></summary>
<pre><code>${escape(sql.trim())}</code></pre>
</details>
</section>`;
}

function answerPart(answer: Answer, { asks, chart }: { asks: string; chart: Chart | undefined }): string {
  if (answer.rows.length === 0) return '<p>There are no rows.</p>';
  const drawn = chart && chartOf(answer, chart, asks);
  return `${drawn ? `<figure>${drawn.svg}${legendPart(drawn.legend)}</figure>\n` : ''}${tablePart(tableOf(answer, chart), asks)}`;
}

const legendPart = (legend: Drawn['legend']): string =>
  legend.length === 0
    ? ''
    : `<figcaption><ul class="legend">${legend.map(({ name, colour }) => `<li><span style="background:${colour}"></span>${escape(name)}</li>`).join('')}</ul></figcaption>`;

function tablePart({ columns, rows, total }: Table, asks: string): string {
  const all = rows.length < total ? `The first ${rows.length} of ${count.format(total)} rows` : '';
  const cells = (row: readonly string[]): string =>
    row
      .map((text, at) => {
        const kind = columns[at]?.isNumber ? ' class="number"' : '';
        return at === 0 ? `<th scope="row"${kind}>${escape(text)}</th>` : `<td${kind}>${escape(text)}</td>`;
      })
      .join('');
  return `<div class="rows" role="region" tabindex="0" aria-label="${escape(`Rows: ${asks}`)}">
<table>
<caption>${escape(all === '' ? asks : `${asks} ${all}.`)}</caption>
<thead><tr>${columns.map(({ name, isNumber }) => `<th scope="col"${isNumber ? ' class="number"' : ''}>${escape(name)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}
</tbody>
</table>
</div>`;
}

const datasetsPart = ({ datasets, format }: Statement): string => `<section>
<h2>What the extract holds</h2>
<div class="rows" role="region" tabindex="0" aria-label="Rows of each dataset">
<table>
<caption>Rows of each dataset, as ${format} files</caption>
<thead><tr><th scope="col">dataset</th><th scope="col" class="number">version</th><th scope="col" class="number">rows</th><th scope="col" class="number">files</th></tr></thead>
<tbody>
${datasets.map(({ name, version, rows, files }) => `<tr><th scope="row">${name}</th><td class="number">${version}</td><td class="number">${count.format(rows)}</td><td class="number">${count.format(files.length)}</td></tr>`).join('\n')}
</tbody>
</table>
</div>
</section>`;
