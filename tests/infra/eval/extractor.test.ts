import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { measureExtractor } from '../../../infra/eval/extractor/measure-extractor.ts';
import { renderCalls, renderReaders } from '../../../infra/eval/extractor/report.ts';
import { loadTexts, sampleOf, type Texts } from '../../../infra/eval/run.ts';
import { sentence } from './support.ts';
import { loadEngine, loadKnowledge } from '../../../shared/clinical/load-knowledge.ts';
import { respondWith, saying, silence, startUpstream, type Respond } from '../../support/upstream.ts';

const { knowledge } = await loadKnowledge();
const examined = { engine: await loadEngine(), knowledge };
const all = await loadTexts();
/** A server that answers as a model does that finds nothing, but for the texts that the tests script. */
const model = await startUpstream();
const folder = await mkdtemp(path.join(os.tmpdir(), 'eval-extractor-'));
test.after.always(async () => {
  await model.stop();
  await rm(folder, { recursive: true });
});

const NONE: Texts = { vignettes: [], sentences: [], answers: [], alarms: [] };

let files = 0;
/** A clock that is 5 ms further each time that it is read. */
function ticking(stepMs = 5): () => number {
  let ms = 0;
  return () => (ms += stepMs);
}

type Changes = { env?: Record<string, string>; file?: string; minutes?: number; now?: () => number };
const measure = (texts: Partial<Texts>, { env = {}, file, minutes = 60, now = ticking() }: Changes = {}) =>
  measureExtractor(
    examined,
    { ...NONE, ...texts },
    {
      env: {
        EXTRACTOR_URL: model.url,
        EXTRACTOR_MODEL: 'reader-1',
        EXTRACTOR_KEY: 'k-7',
        EXTRACTOR_CONCURRENCY: '1',
        EXTRACTOR_TIMEOUT_MS: '8000',
        ...env,
      },
      sample: null,
      minutes,
      interviews: false,
      file: file ?? path.join(folder, `${(files += 1)}.ndjson`),
      now,
    },
  );

const present = (...codes: string[]): Respond =>
  saying(codes.map((code) => ({ code, status: 'present', value: null, confidence: 1 })));
const denies: Respond = saying([{ code: 'has_fever', status: 'absent', value: null, confidence: 1 }]);

const STATUS = ({ status }: { status: number }): number => status;

// One after the other: the engine's work for one test would take the time of another's requests.
test.serial(
  'sentences are read by the built-in reader, by the model alone, and by both as in the service',
  async (t) => {
    model.script('qzx-found', present('has_fever'));
    model.script('qzx-denied', denies);
    model.script('qzx-wrong', present('has_fever', 'no_such_code'));
    const { read, calls } = await measure({
      sentences: [
        sentence('present', 'I have had a fever since Monday.'),
        sentence('present', 'qzx-found plim plam'),
        sentence('absent', 'qzx-denied plim plam'),
        sentence('decoy', 'qzx-wrong plim plam'),
      ],
    });
    t.deepEqual(read['built-in'].sentences.map(STATUS), [1, 0, 0, 0]);
    t.deepEqual(read['model alone'].sentences.map(STATUS), [0, 1, -1, 1]);
    // What a model denies counts only where it was asked for.
    t.deepEqual(read.both.sentences.map(STATUS), [1, 1, 0, 1]);
    t.like(calls, { sent: 4, reused: 0, findings: 3, stopped: null });
    t.deepEqual(calls.dropped, { unknown_code: 1, invalid_value: 0, contradictory: 0 });
    t.deepEqual(calls.latenciesMs, [5, 5, 5, 5]);
    t.is(calls.promptChars.length, 4);
    t.true(calls.promptChars.every((count) => count > 2_000 && count <= 12_000));
    t.is(model.heardOf('qzx-found')[0]?.headers.authorization, 'Bearer k-7');
    const printed = renderReaders(read);
    t.regex(printed, /Sentence by sentence, built-in\n\n.*\npresent, en +2 +50\.0 %/);
    t.regex(printed, /Sentence by sentence, both\n\n.*\npresent, en +2 +100\.0 %/);
    t.regex(renderCalls(calls), /requests sent +4\n/);
  },
);

test.serial('an answer to a question is sent with its question, and a denial counts', async (t) => {
  model.script('qzx-answer', denies);
  const answer = { finding: 'has_fever', lang: 'en', kind: 'absent', text: 'qzx-answer plim' } as const;
  const { read } = await measure({ answers: [{ ...answer, set: 'answers-strangers', split: 'work' }] });
  t.deepEqual(read.both.answers.map(STATUS), [-1]);
  const [heard] = model.heardOf('qzx-answer');
  const { messages } = heard?.body as { messages: { content: string }[] };
  const { question, asks_for } = JSON.parse(messages[1]?.content ?? '') as Record<string, unknown>;
  t.deepEqual(asks_for, ['has_fever']);
  t.is(question, knowledge.findingByCode.get('has_fever')?.entry.en.ask);
});

test.serial('a danger that only the model sees is an emergency for it and for both', async (t) => {
  const rule = knowledge.rules.find(
    ({ level, all: findings, any, atLeast, age, sex, complaints }) =>
      level <= 1 && findings.length === 1 && any.length === 0 && !atLeast && !age && !sex && !complaints,
  );
  const code = knowledge.findings[rule?.all[0] ?? -1]?.code ?? '';
  model.script('qzx-danger', present(code));
  const alarm = {
    lang: 'en',
    kind: 'danger',
    text: 'qzx-danger plim',
    set: 'alarms-own',
    split: 'work',
  } as const;
  const { read } = await measure({ alarms: [alarm] });
  const isTold = (reader: keyof typeof read): boolean | undefined =>
    read[reader].alarms[0]?.outcome.triage_level.startsWith('emergency');
  t.deepEqual([isTold('built-in'), isTold('model alone'), isTold('both')], [false, true, true]);
});

test.serial(
  'a vignette is played with what the model says, and as an interview where that is wanted',
  async (t) => {
    const vignettes = all.vignettes
      .filter(({ lang, level }) => lang === 'en' && level === 'routine')
      .slice(0, 1);
    const options = {
      env: { EXTRACTOR_URL: model.url, EXTRACTOR_MODEL: 'reader-1', EXTRACTOR_CONCURRENCY: '4' },
    };
    const common = { sample: null, minutes: 60, now: ticking(), file: path.join(folder, 'played.ndjson') };
    const { read, calls } = await measureExtractor(
      examined,
      { ...NONE, vignettes },
      { ...options, ...common, interviews: true },
    );
    t.deepEqual(
      Object.values(read).map(({ text, interview }) => [text.length, interview.length]),
      [
        [1, 1],
        [1, 0],
        [1, 1],
      ],
    );
    // The model finds nothing: with it the built-in reader reads as alone.
    t.deepEqual(read.both.text[0]?.outcome, read['built-in'].text[0]?.outcome);
    t.deepEqual(read.both.interview[0]?.outcome, read['built-in'].interview[0]?.outcome);
    t.notDeepEqual(read['model alone'].text[0]?.outcome, read['built-in'].text[0]?.outcome);
    t.true(calls.sent > 2);
    t.regex(renderReaders(read), /All text at once\n\n +built-in +model alone +both/);
  },
);

test.serial(
  'answers that are none are counted by what is wrong, and the built-in reader reads alone',
  async (t) => {
    const fever = 'I have had a fever since Monday.';
    const wrong: Record<string, [Respond, string]> = {
      'qzx-prose': [respondWith('I am sorry, I cannot do that.'), 'malformed'],
      'qzx-fenced': [respondWith('{"choices":[{"message":{"content":"```json\\n{}\\n```"}}]}'), 'malformed'],
      'qzx-half': [
        (response) => {
          response.writeHead(200, { 'content-length': '100' });
          response.write('{"choices":');
          setImmediate(() => response.destroy());
        },
        'connection_closed',
      ],
      'qzx-slow': [silence, 'timeout'],
      'qzx-busy': [respondWith('{}', 429), 'bad_status'],
      'qzx-huge': [respondWith(' '.repeat(70_000)), 'too_large'],
    };
    for (const [marker, [respond]] of Object.entries(wrong)) model.script(marker, respond);
    const { read, calls } = await measure(
      { sentences: Object.keys(wrong).map((marker) => sentence('present', `${fever} ${marker}`)) },
      { env: { EXTRACTOR_TIMEOUT_MS: '3000' } },
    );
    t.deepEqual(Object.fromEntries(calls.failures), {
      malformed: 2,
      connection_closed: 1,
      timeout: 1,
      bad_status: 1,
      too_large: 1,
    });
    t.deepEqual(calls.latenciesMs, []);
    t.deepEqual(read['model alone'].sentences.map(STATUS), [0, 0, 0, 0, 0, 0]);
    t.deepEqual(read.both.sentences.map(STATUS), [1, 1, 1, 1, 1, 1]);
    t.regex(renderCalls(calls), /without a usable answer +6 \(100\.0 %\)/);
  },
);

test.serial(
  'a run that was cut off goes on where it was: what was answered is not asked again',
  async (t) => {
    const file = path.join(folder, 'cut-off.ndjson');
    model.script('qzx-kept', present('has_fever'));
    model.script('qzx-lost', respondWith('{}', 500));
    const sentences = ['qzx-kept 1', 'qzx-lost', 'qzx-kept 2'].map((text) => sentence('present', text));
    const before = await measure({ sentences }, { file });
    t.like(before.calls, { sent: 3, reused: 0 });
    await appendFile(file, '\n{"key":"abc","cla');
    const after = await measure({ sentences }, { file });
    t.like(after.calls, { sent: 1, reused: 2 });
    t.deepEqual(after.read.both.sentences.map(STATUS), before.read.both.sentences.map(STATUS));
    t.is(model.heardOf('qzx-kept').length, 2);
    t.false((await readFile(file, 'utf8')).includes('qzx'));
    const other = await measure({ sentences }, { file, env: { EXTRACTOR_MODEL: 'reader-2' } });
    t.like(other.calls, { sent: 3, reused: 0 });
  },
);

test.serial(
  'after the time limit nothing is asked, and what was not asked counts for no reader',
  async (t) => {
    const sentences = ['one', 'two', 'three', 'four'].map((text) => sentence('present', `qzx-limit ${text}`));
    // The clock is read once at the start, and before a request twice and once behind it.
    const { read, calls } = await measure({ sentences }, { minutes: 6, now: ticking(60_000) });
    t.is(calls.stopped, 'time limit');
    t.is(calls.sent, 2);
    for (const results of Object.values(read)) t.is(results.sentences.length, 2);
    t.regex(renderCalls(calls), /not all was asked +time limit/);
  },
);

test.serial('where nobody answers, or the key is wrong, the run ends soon', async (t) => {
  model.script('qzx-refused', respondWith('{"error":"key"}', 401));
  const sentences = Array.from({ length: 60 }, (_, n) => sentence('present', `qzx-refused ${n}`));
  const { calls } = await measure({ sentences });
  t.is(calls.stopped, 'nothing but failures');
  t.is(calls.sent, 20);
});

test.serial('no more requests are open at once than the setting says', async (t) => {
  let [open, most] = [0, 0];
  model.script('qzx-at-once', (response, heard) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      saying([])(response, heard);
    }, 20);
  });
  const sentences = Array.from({ length: 12 }, (_, n) => sentence('present', `qzx-at-once ${n}`));
  const { calls } = await measure({ sentences }, { env: { EXTRACTOR_CONCURRENCY: '3' } });
  t.is(calls.sent, 12);
  t.is(most, 3);
});

test.serial('a wrong setting is named before anything is asked', async (t) => {
  await t.throwsAsync(measure({}, { env: { EXTRACTOR_MODEL: '' } }), { message: /EXTRACTOR_MODEL/ });
  await t.throwsAsync(measure({}, { env: { EXTRACTOR_URL: 'http://models.example/v1' } }), {
    message: /EXTRACTOR_URL: must be an https URL/,
  });
});

test.serial('a sample is of each kind, and always the same', (t) => {
  const few = sampleOf(all, 5);
  t.deepEqual(sampleOf(all, 5), few);
  for (const table of ['vignettes', 'sentences', 'answers', 'alarms'] as const) {
    t.is(few[table].length, 5);
    t.deepEqual(sampleOf(all, 6)[table].slice(0, 5), few[table] as never);
  }
  t.is(sampleOf(all, null), all);
});
