import { chapters } from './all.ts';
import type { Question } from './question.ts';

/** Which file of the project the questions are. */
export const QUESTIONS_PAGE = 'docs/data/questions.md';

const HEAD = `# What data teams ask first

<!-- Generated from the code by npm run generate. -->

You have an extract and want answers. Each question below has its SQL for DuckDB, over a view of each dataset, and how to
read the answer. Tests run every one of them on a made year.

## Get the answers

As one page to read, print or send, with charts and tables. It needs neither JavaScript nor a network:

\`\`\`sh
npm run ops -- data report --from extract --to report.html
\`\`\`

As a DuckDB file, to go on asking with any tool that opens one:

\`\`\`sh
npm run ops -- data duckdb --from extract --to facts.duckdb
duckdb facts.duckdb "SELECT * FROM answers.funnel"
\`\`\`

The file has a view of each dataset, a view \`answers.<name>\` of each question, and the table \`saved_queries\` with their SQL.
It holds no row: it reads the files of the extract, by absolute paths. When you have moved the extract, write the file again.
\`npm run ops -- data\` needs no service that runs for these commands.

Both read one extract, and count it as everything. Merge increments first, or take a full extract. A question whose
datasets the extract does not hold has no view, and the report says what is missing.

Two things to know of the SQL: \`at\` is a word of DuckDB's, so name it with its table (\`e.at\`) or in quotes; and moments are
\`TIMESTAMPTZ\`, so the zone of the session decides what an hour of the day is.

## Try it without data of your own

\`\`\`sh
npm run ops -- data sample --sessions 100000 --seed 1 --to sample
\`\`\`

writes the extract of a made year. The same numbers give the same bytes; another seed gives another year. It goes through the
same code as every extract, from a Postgres of its own that is thrown away. 100,000 sessions are 16 million rows in 176 MB of
Parquet, and take a minute or two on two cores; 2,000 sessions take half a minute. Be clear about what it is:

- **Nobody's data are in it.** Its patients are those of the engine's evaluation, made up by us, who answer from a list of facts.
- **The engine is the real one**, and so are levels, diagnoses, red flags and questions. The older engine of the two is the
  same one over a catalogue that lacks every ninth rule and whose findings tell less: it stands for any version before.
- **At most 200 patients are played**, once with each engine. The 100,000 sessions are drawn from these interviews: each has its
  own moment, pace, patient, end and feedback, but what was answered repeats. Counts of rare things are lumpy.
- **Everything else is made up**: seasons, growth, hours, drop-off (a number is harder to tell than a yes), skipped
  questions, an outage of a receiver on 3 November, two bad hours on 12 June, grants, erasures. Feedback says what the patient
  really has, but the engine was written with these patients at hand: agreement on the sample tells nothing about accuracy.
- **It is signed by a key that follows from the seed.** Anybody can make it, so the signature proves nothing.
`;

const questionPart = ({ name, asks, sql, reading }: Question): string => `### ${asks}

\`answers.${name}\`

\`\`\`sql
${sql.trim()}
\`\`\`

${reading}
`;

/** The questions in Markdown. */
export const questionsPage = (): string =>
  [
    HEAD,
    ...chapters.flatMap(({ title, questions }) => [`## ${title}\n`, ...questions.map(questionPart)]),
  ].join('\n');
