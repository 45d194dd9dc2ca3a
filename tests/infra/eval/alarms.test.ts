import test from 'ava';
import {
  alarmScoresOf,
  loadAlarmSentences,
  raise,
  renderAlarms,
  renderFalseAlarms,
  type AlarmSentence,
} from '../../../infra/eval/alarms.ts';
import { loadEngine } from '../../../shared/clinical/load-knowledge.ts';

const engine = await loadEngine();
const sentences = await loadAlarmSentences();

const sentence = (kind: AlarmSentence['kind'], text: string): AlarmSentence => ({
  lang: 'en',
  kind,
  text,
  set: 'alarms-own',
  split: 'work',
});

test('danger has to be an emergency, and what is harmless raises no red flag', (t) => {
  const alarmed = [
    sentence('danger', 'I have crushing chest pain that goes into my left arm and I am sweating.'),
    sentence('danger', 'I have a runny nose.'),
    sentence('harmless', 'I have a runny nose.'),
    sentence('harmless', 'I have crushing chest pain that goes into my left arm and I am sweating.'),
  ].map((one) => raise(engine, one));
  const inEnglish = alarmScoresOf(alarmed).filter(({ lang }) => lang === 'en');
  t.deepEqual(inEnglish, [
    { kind: 'danger', lang: 'en', sentences: 2, right: 0.5 },
    { kind: 'harmless', lang: 'en', sentences: 2, right: 0.5 },
  ]);
  t.regex(renderAlarms(alarmed), /danger, en +2 +50\.0 %/);
  const lines = renderFalseAlarms(alarmed).split('\n');
  t.is(lines.length, 2);
  t.regex(lines[0] ?? '', /^danger en \w+ \[\]: I have a runny nose\.$/);
  t.regex(lines[1] ?? '', /^harmless en emergency\w* \[.*\]: I have crushing/);
});

test('there are alarm sentences of both kinds in both languages, and a third is kept', (t) => {
  for (const kind of ['danger', 'harmless'] as const) {
    for (const lang of ['en', 'cs'] as const) {
      const those = sentences.filter((one) => one.kind === kind && one.lang === lang);
      t.true(those.length >= 50, `${kind} ${lang}: ${those.length}`);
    }
  }
  const kept = sentences.filter(({ split }) => split === 'final').length / sentences.length;
  t.true(kept > 0.28 && kept < 0.38, String(kept));
});
