import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import {
  digestFiles,
  measure,
  noiseOfShare,
  readBaseline,
  writeBaseline,
  type Baseline,
  type Measured,
} from '../../../infra/eval/baseline.ts';
import { checkEvaluation, lossesOf, staleFiles } from '../../../infra/eval/gate.ts';
import { evaluate, loadTexts, selectTexts } from '../../../infra/eval/run.ts';
import { loadEngine, loadKnowledge } from '../../../shared/clinical/load-knowledge.ts';

const { knowledge } = await loadKnowledge();
const examined = { engine: await loadEngine(), knowledge };
const texts = await loadTexts();

const CHEST_PAIN = 'I have crushing chest pain that goes into my left arm and I am sweating.';
const FALLEN = 'My gran fell and cannot move her leg, it looks shorter and turned out.';

const accepted: Measured = {
  texts: { vignettes: 200, sentences: 0, answers: 0, alarms: 2 },
  emergencies: {
    interview: { told: 3, of: 4, missed: ['stroke-004'] },
    alarms: { told: 1, of: 2, missed: [FALLEN] },
  },
  scores: { 'interview, right diagnosis first': { value: 0.5, noise: 0.035 } },
  errors: { 'interview, not urgent enough': { value: 0.04, noise: 0.016 } },
};

const withScore = (value: number): Measured => ({
  ...accepted,
  scores: { 'interview, right diagnosis first': { value, noise: 0.035 } },
});
const withError = (value: number): Measured => ({
  ...accepted,
  errors: { 'interview, not urgent enough': { value, noise: 0.016 } },
});

test('an evaluation that is as good as the baseline, or better, passes', (t) => {
  t.deepEqual(lossesOf(accepted, accepted), []);
  const better: Measured = {
    ...accepted,
    emergencies: {
      interview: { told: 4, of: 4, missed: [] },
      alarms: { told: 2, of: 2, missed: [] },
    },
    scores: { 'interview, right diagnosis first': { value: 0.9, noise: 0.02 } },
    errors: { 'interview, not urgent enough': { value: 0, noise: 0.01 } },
  };
  t.deepEqual(lossesOf(accepted, better), []);
});

test('an emergency that was told as one and is lost fails, whatever else was gained', (t) => {
  const lost = { told: 3, of: 4, missed: ['stroke-001'] };
  t.deepEqual(
    lossesOf(accepted, { ...accepted, emergencies: { ...accepted.emergencies, interview: lost } }),
    ['interview: no emergency any more: stroke-001'],
  );
});

test('a danger sentence that was heard and is silenced fails', (t) => {
  const silenced = { told: 0, of: 2, missed: [CHEST_PAIN, FALLEN] };
  t.deepEqual(
    lossesOf(accepted, { ...accepted, emergencies: { ...accepted.emergencies, alarms: silenced } }),
    [`alarms: no emergency any more: ${CHEST_PAIN}`],
  );
});

test('where no single text is named, fewer emergencies fail by their count', (t) => {
  const final = { ...accepted, emergencies: { text: { told: 40, of: 41 } } };
  t.deepEqual(lossesOf(final, { ...final, emergencies: { text: { told: 39, of: 41 } } }), [
    'text: 39 of 41 emergencies told as one, were 40',
  ]);
  t.deepEqual(lossesOf(final, { ...final, emergencies: { text: { told: 41, of: 41 } } }), []);
});

test('a score may fall, and an error rise, by its noise and no more', (t) => {
  t.deepEqual(lossesOf(accepted, withScore(0.465)), []);
  t.deepEqual(lossesOf(accepted, withScore(0.464)), [
    'interview, right diagnosis first: 0.464, was 0.5; by chance it differs by 0.035',
  ]);
  t.deepEqual(lossesOf(accepted, withError(0.056)), []);
  t.deepEqual(lossesOf(accepted, withError(0.057)), [
    'interview, not urgent enough: 0.057, was 0.04; by chance it differs by 0.016',
  ]);
});

test('what the baseline has and an evaluation has not fails', (t) => {
  t.deepEqual(lossesOf(accepted, { ...accepted, emergencies: {}, scores: {}, errors: {} }), [
    'interview: emergencies were not measured',
    'alarms: emergencies were not measured',
    'interview, right diagnosis first: was not measured',
    'interview, not urgent enough: was not measured',
  ]);
});

test('the noise of a share is its binomial standard error, and of all of a few more than none', (t) => {
  t.is(Math.round(noiseOfShare(0.5, 396) * 1_000), 25);
  t.is(noiseOfShare(0.2, 100), noiseOfShare(0.8, 100));
  t.true(noiseOfShare(1, 10) > noiseOfShare(1, 1_000) && noiseOfShare(1, 1_000) > 0);
});

test('files of texts that were added, removed or changed make the baseline stale', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'eval-texts-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const write = (name: string, content: string): Promise<void> => writeFile(path.join(folder, name), content);
  await write('stroke.yaml', '- id: stroke-001\n');
  await write('cough.yaml', '- id: cough-001\n');
  const before = await digestFiles(folder);
  t.deepEqual(staleFiles(before, await digestFiles(folder)), []);
  await write('stroke.yaml', '- id: stroke-001\n- id: stroke-002\n');
  await write('rash.yaml', '- id: rash-001\n');
  await rm(path.join(folder, 'cough.yaml'));
  const stale = staleFiles(before, await digestFiles(folder));
  t.is(stale.length, 3);
  t.regex(stale[0] ?? '', /^the baseline is stale: cough\.yaml was removed; .*--update-baseline$/);
  t.regex(stale[1] ?? '', /rash\.yaml was added/);
  t.regex(stale[2] ?? '', /stroke\.yaml was changed/);
});

test('a baseline is read as it was written, and one of another form is refused', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'eval-baseline-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'baseline.json');
  const baseline: Baseline = { files: { 'stroke.yaml': 'abc' }, work: accepted, final: accepted };
  await writeBaseline(baseline, file);
  t.deepEqual(await readBaseline(file), baseline);
  await writeFile(file, '{}');
  await t.throwsAsync(readBaseline(file));
});

test('figures are reckoned from what the engine says, and name no single text of the final split', (t) => {
  const [first] = texts.vignettes.filter(({ level }) => level === 'emergency_ambulance');
  const few = { vignettes: first ? [first] : [], sentences: [], answers: [], alarms: [] };
  const danger = { lang: 'en', kind: 'danger', text: 'I have a runny nose.', set: 'alarms-own' } as const;
  const results = evaluate(examined, { ...few, alarms: [{ ...danger, split: 'final' }] });
  t.deepEqual(measure(results, 'work').emergencies.alarms, { told: 0, of: 1, missed: [danger.text] });
  t.deepEqual(measure(results, 'final').emergencies.alarms, { told: 0, of: 1 });
  t.like(measure(results, 'final').texts, { vignettes: 1, alarms: 1 });
  t.is(measure(results, 'final').scores['alarms, danger, en, told rightly']?.value, 0);
  t.is(measure(results, 'final').scores['alarms, danger, cs, told rightly'], undefined);
});

test('a text belongs to one split, and those of a split are chosen in every table', (t) => {
  const final = selectTexts(texts, ({ split }) => split === 'final');
  for (const table of ['vignettes', 'sentences', 'answers', 'alarms'] as const) {
    t.true(final[table].length > 0 && final[table].length < texts[table].length);
  }
});

test('the engine is as good as the baseline says', async (t) => {
  t.timeout(180_000);
  t.deepEqual(await checkEvaluation(examined, texts, ['final']), []);
});
