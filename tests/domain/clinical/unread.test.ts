import test from 'ava';
import { createInterview, levelAfter } from './played.ts';
import { engine } from './engine-fixture.ts';

const unreadIn = (text: string): string[] => engine.extract(text, null).unread.map(({ span }) => span.text);

test('a text in which nothing was read is not understood', (t) => {
  t.deepEqual(unreadIn('The wibble has gone all frobbly.'), ['The wibble has gone all frobbly']);
  t.deepEqual(unreadIn('Celé mi to nějak zfrbolilo.'), ['Celé mi to nějak zfrbolilo']);
  t.deepEqual(unreadIn('My heart goes like a rabbit frobbly. I have a runny nose.'), [
    'My heart goes like a rabbit frobbly',
  ]);
});

test('a finding, a value, a time, a denial, a question and small talk are understood', (t) => {
  for (const text of [
    'I have a runny nose.',
    'Temperature 37.2.',
    'It began three days ago.',
    'No trouble with the frobble.',
    'Should I frobble it?',
    'Hello doctor, thank you for your help.',
    'I would like to book an appointment, please.',
    'Dobrý den, prosím o termín u lékaře.',
    'Děkuji předem.',
    'Rýma tři dny, bez teploty.',
  ])
    t.deepEqual(unreadIn(text), [], text);
});

test('a story of which something was understood may hold what tells of no illness, and no alarm', (t) => {
  const story = 'I have had a runny nose for two days. We raised money by the way. I sneeze. No fever.';
  t.deepEqual(unreadIn(story), []);
  t.deepEqual(unreadIn(`${story} It was horrendous and frobbly.`), ['It was horrendous and frobbly']);
});

test('an answer is understood as one', (t) => {
  const { current_question: question } = engine.assess({
    complaints: ['cough'],
    age_months: 360,
    sex: null,
    evidence: [],
    asked: [],
  });
  const unread = (text: string) => engine.extract(text, question).unread.length;
  for (const text of ['yes', 'Ne.', "I don't know", 'not really', 'a bit']) t.is(unread(text), 0, text);
  t.is(unread('frobble wibble'), 1);
});

const HARMLESS = 'I have a runny nose and I am sneezing';

test('what was not understood keeps the level from home until it is said in other words', (t) => {
  const plain = createInterview({ age: 30, sex: 'female', complaint: HARMLESS });
  t.is(levelAfter(plain), 'self_care');
  const doubtful = createInterview({
    age: 30,
    sex: 'female',
    complaint: `${HARMLESS}. My heart has gone all frobbly.`,
  });
  t.is(levelAfter(doubtful), 'routine');
  const retold = createInterview({
    age: 30,
    sex: 'female',
    complaint: `${HARMLESS}. My heart has gone all frobbly.`,
    answers: { own_words: 'I have a blocked nose and a runny nose' },
  });
  t.is(levelAfter(retold), 'self_care');
  const denied = createInterview({
    age: 30,
    sex: 'female',
    complaint: `${HARMLESS}. My heart has gone all frobbly.`,
    answers: { own_words: 'no' },
  });
  t.is(levelAfter(denied), 'routine');
});

test('an answer that was not understood keeps it from home as well', (t) => {
  const closing = createInterview({
    age: 30,
    sex: 'female',
    complaint: HARMLESS,
    answers: { anything_else: 'The wibble went frobbly' },
  });
  t.is(levelAfter(closing), 'routine');
});

test('what was not understood is asked for in other words, once more where that was not understood either', (t) => {
  const asked = createInterview({
    age: 30,
    sex: null,
    complaint: 'The wibble has gone all frobbly.',
    answers: { own_words: 'frobble wibble' },
  }).questions;
  t.is(asked[0]?.question_id, 'own_words');
  t.regex(asked[0]?.text ?? '', /not understood/);
  t.regex(asked[0]?.text_cs ?? '', /neporozuměli/);
  t.is(asked.filter(({ question_id }) => question_id === 'own_words').length, 2);
});

test("the patient's own words are asked for as the third question at the latest", (t) => {
  const { questions } = createInterview({ age: 30, sex: 'female', complaint: 'my tummy hurts' });
  t.true(questions.slice(0, 3).some(({ question_id }) => question_id === 'own_words'));
});

test('what was not understood has the findings that its words are most like asked for, and believed only once affirmed', (t) => {
  const complaint = `${HARMLESS}. My eyeballs went a frobbly sort of canary colour.`;
  const [unread] = engine.extract(complaint, null).unread;
  t.is(unread?.span.text, 'My eyeballs went a frobbly sort of canary colour');
  t.deepEqual(unread, engine.extract(complaint, null).unread[0]);
  const suggests = unread?.suggests ?? [];
  t.is(suggests.length, 2);
  const patient = { age: 30, sex: 'female', complaint, answers: { own_words: 'frobbly' } } as const;
  const asked = createInterview(patient).questions.map(({ question_id }) => question_id);
  t.true(asked.includes('own_words'));
  for (const code of suggests)
    t.true(asked.indexOf(code) > asked.indexOf('own_words'), `${code}: ${asked.join(' ')}`);
  // Told in other words it is understood, and nothing of it is asked for.
  const retold = createInterview({ ...patient, answers: { own_words: 'I have a blocked nose' } });
  t.deepEqual(
    retold.questions.filter(({ question_id }) => suggests.includes(question_id)),
    [],
  );
});
