import test from 'ava';
import fc from 'fast-check';
import type { Question } from '../../../../domain/clinical/types.ts';
import { compileLexicon, createTextReader } from '../../../../domain/clinical/text/index.ts';
import { lexicon } from './lexicon.ts';
import { asking, reader, summarize } from './reading.ts';

/** Fixed, so that a run can be repeated. */
fc.configureGlobal({ seed: 20_260_101 });

const WORDS = [
  ...lexicon.entries.flatMap((entry) => [...entry.en, ...entry.cs]),
  ...[
    'no',
    'not',
    'but',
    'and',
    'or',
    ',',
    '.',
    '?',
    '\n',
    'maybe',
    'my mother',
    'two years ago',
    '38,5',
    '8/10',
    'for 3 days',
    '54M',
  ],
  ...[
    'nemám',
    'bez',
    'ale',
    'a',
    'ani',
    'možná',
    'matka',
    'před rokem',
    'od rána',
    'nebolí',
    'horečku',
    'kdyby',
    'je mi 30 let',
  ],
];
/** Texts that look like what the reader reads, so that properties are tested where something is found. */
const clinicalText = fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(' '));
/** Any string, with U+0000 and lone surrogates. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
    .map((units) => String.fromCharCode(...units)),
  clinicalText,
);
const pending = fc.constantFrom<Question | null>(
  null,
  asking('fever'),
  asking('pain_severity', 'duration_hours'),
  asking('sputum'),
);

test('any text is read without an error, spans are exact, confidences in range, one entry per finding', (t) => {
  fc.assert(
    fc.property(anyText, pending, (text, question) => {
      const { evidence, complaints, routed } = reader.extract(text, question);
      const findings = evidence.map((entry) => entry.finding);
      return (
        evidence.every(
          ({ span }) =>
            span !== undefined && span.end > span.start && text.slice(span.start, span.end) === span.text,
        ) &&
        [...evidence, ...complaints, routed].every(({ confidence }) => confidence >= 0 && confidence <= 1) &&
        new Set(findings).size === findings.length &&
        evidence.every((entry, index) => (entry.span?.start ?? 0) >= (evidence[index - 1]?.span?.start ?? 0))
      );
    }),
    { numRuns: 300 },
  );
  t.pass();
});

test('accents and case change nothing', (t) => {
  const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
  fc.assert(
    fc.property(clinicalText, (text) => {
      const plain = summarize(reader.extract(text, null));
      t.is(summarize(reader.extract(withoutAccents(text), null)), plain, text);
      t.is(summarize(reader.extract(text.normalize('NFD'), null)), plain, text);
      t.is(summarize(reader.extract(text.toUpperCase(), null)), plain, text);
    }),
    { numRuns: 100 },
  );
});

test('the same text reads the same, in the same and in another reader', (t) => {
  const other = createTextReader(compileLexicon(lexicon));
  fc.assert(
    fc.property(clinicalText, (text) => {
      const first = reader.extract(text, null);
      t.deepEqual(reader.extract(text, null), first);
      t.deepEqual(other.extract(text, null), first);
    }),
    { numRuns: 60 },
  );
});

/** Inputs that would be slow if anything were quadratic: one long clause, one long word, one long list, many numbers. */
const HOSTILE: readonly string[] = [
  'chest pain ',
  'bolest ',
  'no fever, ',
  "a'",
  '1.',
  '3 days ',
  'my mother ',
  '((((',
  'fever or cough and ',
  'xqzwvutsrp ',
  'if maybe not ',
  '\n',
  '🩺\u0301',
  'nemám horečku ani ',
  '54M ',
];

test('time grows with the length of the text and not faster', (t) => {
  /** Milliseconds of processor time: how long a text waits for it on a busy machine says nothing of the reader. */
  const measure = (text: string): number => {
    const times = [1, 2, 3].map(() => {
      const start = process.cpuUsage();
      reader.extract(text, null);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    });
    return Math.min(...times);
  };
  /** Four times the text: about four times as long; a quadratic step would take sixteen times. */
  const isLinear = (piece: string): boolean => {
    const short = measure(piece.repeat(Math.ceil(4_000 / piece.length)));
    const long = measure(piece.repeat(Math.ceil(16_000 / piece.length)));
    return long < short * 10 + 20;
  };
  // Collecting garbage may disturb one measurement, but not three.
  for (const piece of HOSTILE)
    t.true(
      [1, 2, 3].some(() => isLinear(piece)),
      JSON.stringify(piece),
    );
});
