import test from 'ava';
import { costOf } from '../../../domain/session/index.ts';
import {
  answerCommand,
  answered,
  escalated,
  evidenceOf,
  flagDetected,
  heard,
  opened,
  outcomeOf,
  said,
} from './events.ts';
import { questionOf } from './scripted-engine.ts';
import { givenSession } from './session.ts';

const feverish = outcomeOf({ level: 'urgent', present: ['fever'], flags: ['fever'], asks: 'cough' });
const noFever = outcomeOf({ asks: 'cough' });

test('a bare yes answers the current question; a new red flag and a more urgent level are told', (t) => {
  givenSession(t, opened())
    .when(answerCommand({ raw_text: 'yes' }))
    .then(said('yes', 'fever', feverish, ['fever']), flagDetected('fever'), escalated('routine', 'urgent'));
});

test('a flag that was told before is not told again, and a level that stays or falls is no escalation', (t) => {
  const fever = [
    said('yes', 'fever', feverish, ['fever']),
    flagDetected('fever'),
    escalated('routine', 'urgent'),
  ];
  const both = outcomeOf({
    level: 'urgent',
    present: ['fever', 'cough'],
    flags: ['fever'],
    asks: 'syncope',
  });
  givenSession(t, opened(), fever)
    .when(answerCommand({ question_id: 'cough', raw_text: 'yes' }))
    .then(said('yes', 'cough', both));

  const withdrawn = answered({
    kind: 'additional',
    question_id: 'additional',
    supplied_fields: { fever: false },
    reading: {
      evidence: [evidenceOf('fever', { status: 'absent' })],
      extracted_fields: { fever: false },
      field_confidences: { fever: 1 },
    },
    outcome: noFever,
  });
  const additional = (fever: boolean) =>
    answerCommand({ question_id: 'additional', extracted_fields: { fever } });
  givenSession(t, opened(), fever).when(additional(false)).then(withdrawn);
  // Once withdrawn it is a new sign again.
  givenSession(t, opened(), fever, withdrawn)
    .when(additional(true))
    .then(
      answered({
        kind: 'additional',
        question_id: 'additional',
        supplied_fields: { fever: true },
        reading: {
          evidence: [evidenceOf('fever')],
          extracted_fields: { fever: true },
          field_confidences: { fever: 1 },
        },
        outcome: feverish,
        newFlags: ['fever'],
      }),
      flagDetected('fever'),
      escalated('routine', 'urgent'),
    );
});

test('the fields of the client win over the text; the rest of the text counts', (t) => {
  givenSession(t, opened())
    .when(
      answerCommand({
        raw_text: '+fever +cough !danger',
        extracted_fields: { fever: false, pain_scale: 7 },
        extracted_flags: ['danger', 'odd_flag'],
        field_confidences: { fever: 0.9 },
      }),
    )
    .then(
      answered({
        raw_text: '+fever +cough !danger',
        supplied_fields: { fever: false, pain_scale: 7 },
        supplied_flags: ['danger', 'odd_flag'],
        reading: {
          evidence: [
            heard('cough', 'present', [7, '+cough']),
            evidenceOf('fever', { status: 'absent', confidence: 0.9 }),
            evidenceOf('pain_scale', { value: 7 }),
          ],
          extracted_fields: { cough: true, fever: false, pain_scale: 7 },
          extracted_flags: ['danger', 'odd_flag'],
          field_confidences: { cough: 0.75, fever: 0.9, pain_scale: 1 },
          unrecognised: ['odd_flag'],
        },
        outcome: outcomeOf({ present: ['cough', 'pain_scale'], asks: 'syncope' }),
      }),
    );
});

test('fields alone settle the question; what the catalogue does not know is kept and named', (t) => {
  const supplied_fields = { fever: null, odd: { deep: [1, null] } };
  givenSession(t, opened())
    .when(answerCommand({ extracted_fields: supplied_fields }))
    .then(
      answered({
        supplied_fields,
        reading: {
          evidence: [evidenceOf('fever', { status: 'unknown' })],
          extracted_fields: { fever: null },
          field_confidences: { fever: 1 },
          unrecognised: ['odd'],
        },
        outcome: noFever,
      }),
    );
});

test('every field that cannot be right is named', (t) => {
  givenSession(t, opened())
    .when(answerCommand({ extracted_fields: { fever: 'x', cough: true, pain_scale: -1 } }))
    .thenRefused('invalid_command', ['extracted_fields.fever', 'extracted_fields.pain_scale']);
});

test('a skipped question is asked, tells nothing and does not come again', (t) => {
  const skipped = answered({ skipped: true });
  givenSession(t, opened())
    .when(answerCommand({ skip: true }))
    .then(skipped);
  givenSession(t, opened())
    .when(answerCommand({ skip: true, raw_text: '' }))
    .then(answered({ skipped: true, raw_text: '' }));
  givenSession(t, opened(), skipped)
    .when(answerCommand({ skip: true }))
    .thenRefused('question_already_answered');
});

test('what is skipped is free, so it may tell nothing', (t) => {
  const given = givenSession(t, opened());
  const told = [
    { raw_text: '+cough' },
    { extracted_fields: { cough: true } },
    { extracted_flags: ['danger'] },
  ];
  for (const content of told) {
    t.is(costOf(answerCommand({ ...content, skip: false })), 8);
    for (const question_id of ['fever', 'additional']) {
      given
        .when(answerCommand({ ...content, question_id, skip: true }))
        .thenRefused('invalid_command', ['skip']);
    }
  }
  t.is(costOf(answerCommand({ skip: true })), 0);
});

test('an answer that holds nothing is refused', (t) => {
  const given = givenSession(t, opened());
  given.when(answerCommand()).thenRefused('invalid_command', ['raw_text']);
  given.when(answerCommand({ raw_text: ' ' })).thenRefused('invalid_command', ['raw_text']);
  given.when(answerCommand({ question_id: 'additional' })).thenRefused('invalid_command', ['raw_text']);
  given
    .when(answerCommand({ question_id: 'additional', skip: true }))
    .thenRefused('invalid_command', ['raw_text']);
});

test('something besides may be told at any time, also when no question is open, and counts as no question', (t) => {
  const over = opened({ outcome: outcomeOf({ asks: null }) });
  const outcome = outcomeOf({ level: 'emergency', present: ['syncope'], flags: ['syncope'], asks: 'fever' });
  const told = answered({
    kind: 'additional',
    question_id: 'additional',
    raw_text: '+syncope yes',
    reading: {
      evidence: [heard('syncope', 'present', [0, '+syncope'])],
      extracted_fields: { syncope: true },
      field_confidences: { syncope: 0.75 },
    },
    outcome,
    newFlags: ['syncope'],
  });
  const more = [told, flagDetected('syncope'), escalated('routine', 'emergency')];
  const additional = answerCommand({ question_id: 'additional', raw_text: '+syncope yes' });
  givenSession(t, over)
    .when(additional)
    .then(...more);
  const { state } = givenSession(t, over, more);
  t.is(state.status === 'active' && state.tellings.filter(({ kind }) => kind === 'question').length, 0);
  // It may be told as often as there is something to tell.
  givenSession(t, over, more)
    .when(answerCommand({ question_id: 'additional', extracted_flags: ['danger'] }))
    .then(
      answered({
        kind: 'additional',
        question_id: 'additional',
        supplied_flags: ['danger'],
        reading: { extracted_flags: ['danger'] },
        outcome,
      }),
    );
});

test('a wrong question is refused, and the current one is named', (t) => {
  const given = givenSession(t, opened(), said('no', 'fever', noFever));
  const answered = given.when(answerCommand({ raw_text: 'no' })).thenRefused('question_already_answered');
  t.regex(answered.message, /The current question is cough\.$/);
  const early = given
    .when(answerCommand({ question_id: 'syncope', raw_text: 'no' }))
    .thenRefused('question_not_current');
  t.regex(early.message, /The current question is cough\.$/);
  const unknown = given
    .when(answerCommand({ question_id: 'nonsense', raw_text: 'no' }))
    .thenRefused('invalid_command', ['question_id']);
  t.is(unknown.issues[0]?.code, 'unknown_question');
  t.false(JSON.stringify(unknown.issues).includes('nonsense'));

  const over = givenSession(t, opened(), said('no', 'fever', outcomeOf({ asks: null })));
  const none = over.when(answerCommand({ raw_text: 'no' })).thenRefused('question_already_answered');
  t.regex(none.message, /No question is open\.$/);
});

test('an unclear answer is asked once more; the second answer counts, and a second unclear one ends it', (t) => {
  const unclear = answered({
    raw_text: 'hm',
    unclear: true,
    outcome: { ...noFever, current_question: questionOf('fever', true) },
  });
  const hm = answerCommand({ raw_text: 'hm' });
  givenSession(t, opened()).when(hm).then(unclear);
  const again = givenSession(t, opened(), unclear);
  again
    .when(answerCommand({ raw_text: 'yes' }))
    .then(said('yes', 'fever', feverish, ['fever']), flagDetected('fever'), escalated('routine', 'urgent'));
  const twice = answered({ raw_text: 'hm', unclear: true, outcome: noFever });
  again.when(hm).then(twice);
  givenSession(t, opened(), unclear, twice).when(hm).thenRefused('question_already_answered');
});

test('an explicit "not known" is clear: it is not asked again', (t) => {
  givenSession(t, opened())
    .when(answerCommand({ raw_text: '?fever' }))
    .then(
      answered({
        raw_text: '?fever',
        unclear: false,
        reading: {
          evidence: [heard('fever', 'unknown', [0, '?fever'])],
          extracted_fields: { fever: null },
          field_confidences: { fever: 0.75 },
        },
        outcome: noFever,
      }),
    );
});
