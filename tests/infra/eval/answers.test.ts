import test from 'ava';
import {
  answerScoresOf,
  loadAnswers,
  renderAnswers,
  renderMisunderstood,
  understand,
  type GivenAnswer,
} from '../../../infra/eval/answers.ts';
import { loadEngine, loadKnowledge } from '../../../shared/clinical/load-knowledge.ts';

const { knowledge } = await loadKnowledge();
const examined = { engine: await loadEngine(), knowledge };

const answer = (kind: GivenAnswer['kind'], text: string): GivenAnswer => ({
  finding: 'has_fever',
  lang: 'en',
  kind,
  text,
  set: 'answers-strangers',
  split: 'work',
});

test('an answer is understood, not at all, or as its contrary', (t) => {
  const understood = [
    answer('present', 'yes'),
    answer('present', 'no'),
    answer('absent', 'no'),
    answer('absent', 'I have a red car'),
    answer('unknown', 'not sure'),
    answer('unknown', 'yes'),
  ].map((one) => understand(examined, one));
  t.deepEqual(
    answerScoresOf(understood).filter(({ lang }) => lang === 'en'),
    [
      { kind: 'present', lang: 'en', answers: 2, right: 0.5, reversed: 0.5 },
      { kind: 'absent', lang: 'en', answers: 2, right: 0.5, reversed: 0 },
      { kind: 'unknown', lang: 'en', answers: 2, right: 0.5, reversed: 0.5 },
    ],
  );
  t.regex(renderAnswers(understood), /present, en +2 +50\.0 % +50\.0 %/);
  t.regex(renderMisunderstood(understood), /^has_fever present en CONTRARY: no$/m);
});

test('an answer about a finding that the catalogue does not have is a mistake', (t) => {
  t.throws(() => understand(examined, { ...answer('present', 'yes'), finding: 'nothing' }), {
    message: /no finding nothing/,
  });
});

test('each answer belongs to a question that can be asked, and a third is kept', async (t) => {
  const answers = await loadAnswers();
  const strange = answers.filter(({ finding }) => !examined.engine.isQuestion(finding));
  t.deepEqual(strange, []);
  const kept = answers.filter(({ split }) => split === 'final').length / answers.length;
  t.true(kept > 0.3 && kept < 0.37);
});
