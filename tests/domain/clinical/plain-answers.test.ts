import test from 'ava';
import type { TriageLevel } from '../../../domain/clinical/index.ts';
import { decide, evolve, noSession, type SessionCommand } from '../../../domain/session/index.ts';
import { isOpen, type OpenSession, type SessionState } from '../../../domain/session/state.ts';
import { engine } from './engine-fixture.ts';

/**
 * What somebody answers who is well but for his complaint, by question; everything else is denied. Values are asked of
 * nearly everyone.
 */
const WELL = {
  en: {
    no: 'no',
    own_words: 'nothing else really',
    pain_severity: '2',
    onset_speed: 'gradually',
    duration_hours: '2 days',
  },
  cs: {
    no: 'ne',
    own_words: 'nic jiného',
    pain_severity: '2',
    onset_speed: 'pomalu',
    duration_hours: '2 dny',
  },
} as const;
const SITE = { en: 'around the navel', cs: 'kolem pupíku' } as const;
/** More than the engine asks. */
const MOST_QUESTIONS = 30;

type Person = {
  says: string;
  age: number;
  sex: 'female' | 'male';
  language: 'en' | 'cs';
  /** Answers by question that are no plain "no". */
  answers?: Record<string, string>;
};

/** Plays the interview of somebody who denies all that is asked for; the levels from the first to the last, and the questions. */
function interview({ says, age, sex, language, answers = {} }: Person): {
  levels: TriageLevel[];
  asked: string[];
} {
  let state: SessionState = noSession;
  let revision = 0;
  const execute = (command: SessionCommand): OpenSession => {
    for (const event of decide(state, command, engine)) {
      state = evolve(state, { event, eventId: '', revision, at: '2026-01-01T00:00:00.000Z', keys: {} });
      revision += 1;
    }
    if (!isOpen(state)) throw new Error('the session was not opened');
    return state;
  };
  const { no, ...values } = WELL[language];
  const known: Record<string, string> = { ...values, abdominal_pain_site: SITE[language], ...answers };
  const opened = execute({
    kind: 'open',
    session_id: '019e0000-0000-7000-8000-000000000001',
    test: true,
    patient_id: null,
    chief_complaint: says,
    age,
    sex,
    free_text: null,
    initial_fields: {},
    background: undefined,
  });
  const levels = [opened.outcome.triage_level];
  const asked: string[] = [];
  let question = opened.outcome.current_question;
  while (question !== null && asked.length < MOST_QUESTIONS) {
    asked.push(question.question_id);
    const { outcome } = execute({
      kind: 'answer',
      question_id: question.question_id,
      raw_text: known[question.question_id] ?? no,
      extracted_fields: {},
      extracted_flags: [],
      field_confidences: null,
      skip: false,
    });
    levels.push(outcome.triage_level);
    question = outcome.current_question;
  }
  return { levels, asked };
}

type Row = readonly [who: string, says: string, answers?: Record<string, string>];

/** "en 34 male" */
function personOf([who, says, answers]: Row): Person {
  const [language, age, sex] = who.split(' ');
  if ((language !== 'en' && language !== 'cs') || (sex !== 'female' && sex !== 'male')) throw new Error(who);
  return { says, age: Number(age), sex, language, ...(answers === undefined ? {} : { answers }) };
}

/** A test of interviews that end at one of the levels although everything is denied. */
function ends(title: string, levels: readonly TriageLevel[], rows: readonly Row[]): void {
  test(title, (t) => {
    for (const row of rows) {
      const { levels: passed, asked } = interview(personOf(row));
      const last = passed.at(-1);
      t.true(
        last !== undefined && levels.includes(last),
        `${row[1]}: ${String(last)} after ${asked.join(' ')}`,
      );
    }
  });
}

ends(
  'a plain no does not lower below what the first sentence tells',
  ['emergency', 'emergency_ambulance'],
  [
    ['en 35 male', "burnt my hand, the skin is white and doesn't hurt"],
    ['en 35 male', 'I grabbed the oven rack, my palm is white and there is no feeling'],
    ['cs 35 male', 'popálil jsem si ruku, kůže je bílá a nebolí'],
    ['cs 35 male', 'hluboká popálenina ruky'],
  ],
);

ends(
  'old people in a cold sweat, shingles and burning on the stairs stay urgent',
  ['urgent'],
  [
    ['en 78 female', 'I feel worn out, nauseous and in a cold sweat'],
    ['cs 78 female', 'unavená, nevolno, studený pot'],
    ['en 66 female', "I've got shingles on my side, blisters in a band"],
    ['cs 66 female', 'pálí mě pruh na zádech a vyskákaly mi tam puchýřky'],
    ['cs 52 female', 'pálí mě za prsní kostí, když jdu do schodů'],
  ],
);

ends(
  'the breathless smoker is seen by a doctor',
  ['routine', 'urgent'],
  [
    ['en 61 male', 'chesty cough bringing up green phlegm, smoker, a bit puffed'],
    ['cs 61 male', 'kašlu zelené hleny, jsem kuřák, trochu se zadýchávám'],
  ],
);

ends(
  'a well child with aching or bruised legs stays at home, and so do varicose veins and a bruise',
  ['self_care'],
  [
    ['en 13 male', 'aching shins after running, he plays a lot of football', { duration_hours: '2 weeks' }],
    ['en 13 male', 'bruised his shin playing football'],
    ['cs 14 female', 'dcera má růstové bolesti v nohách', { duration_hours: '2 měsíce' }],
    ['cs 12 male', 'po tréninku ho večer bolí lýtka a stehna, ráno nic', { duration_hours: 'měsíc' }],
    ['en 54 female', 'my varicose veins ache at the end of the day', { duration_hours: '2 years' }],
    ['cs 54 female', 'bolí mě křečové žíly', { duration_hours: '2 roky' }],
    ['cs 33 female', 'Mám modřinu na ruce, praštila jsem se o dveře'],
  ],
);

ends(
  'a hip that hurts for weeks in a growing child is an emergency',
  ['emergency'],
  [
    [
      'en 14 male',
      'pain in my thigh for a month',
      { hip_or_groin_pain_child: 'yes', duration_hours: '1 month' },
    ],
    ['cs 12 male', 'bolí ho kyčel a kulhá už tři týdny', { hip_or_groin_pain_child: 'ano' }],
  ],
);

test('neither varicose veins nor sore shins of a child begin as more than routine', (t) => {
  for (const row of [
    ['en 54 female', 'my varicose veins ache at the end of the day'],
    ['cs 60 female', 'křečové žíly na nohách, nevzhledné'],
    ['en 13 male', 'aching shins after running, he plays a lot of football'],
  ] as const)
    t.is(interview(personOf(row)).levels[0], 'routine', row[1]);
});

ends(
  'what everybody treats at home ends as care at home',
  ['self_care'],
  [
    ['cs 34 male', 'Už roky mám lupy, bílé šupinky ve vlasech', { duration_hours: '5 let' }],
    ['en 41 male', 'Got a splinter in my finger from the garden fence', { duration_hours: '1 hour' }],
    ['cs 41 male', 'Zadřel jsem si třísku do prstu', { duration_hours: 'hodinu' }],
    ['en 16 female', 'I get a few spots and blackheads on my forehead', { duration_hours: 'a year' }],
    ['cs 16 female', 'Mám pár uhrů na čele, dá se s tím něco dělat?', { duration_hours: 'rok' }],
    ['en 55 female', 'The skin on my shins is dry and itchy in winter', { duration_hours: '3 weeks' }],
    ['en 28 male', 'got bitten by mosquitoes, itchy bumps on my legs'],
    ['en 25 female', 'my lips are chapped and cracked'],
    ['cs 25 female', 'Mám popraskané rty'],
    ['en 21 male', 'my ears have been ringing since the concert last night'],
    ['cs 21 male', 'Píská mi v uších po včerejším koncertě'],
    ['en 26 female', 'blister on my heel from new shoes'],
    ['cs 23 male', 'Mám kocovinu, bolí mě hlava a je mi špatně po včerejšku'],
    ['cs 22 female', 'Bolí mě břicho při menstruaci jako vždycky', { abdominal_pain_site: 'dole' }],
    ['cs 31 male', 'Je mi vždycky zle v autě, pojedeme do Itálie'],
    ['en 47 male', 'I snore and my wife is fed up', { duration_hours: '2 years' }],
    ['cs 47 male', 'Chrápu a žena nemůže spát', { duration_hours: '2 roky' }],
    ['en 26 male', 'sore muscles after the gym'],
    ['cs 50 male', 'Zatuhla mi záda po práci na zahrádce'],
  ],
);

ends(
  'what looks like it and is more is seen by a doctor',
  ['routine', 'urgent', 'emergency'],
  [
    [
      'en 16 female',
      'spots on my face',
      { acne_spots: 'yes', acne_severe: 'yes, they leave scars', duration_hours: 'a year' },
    ],
    ['cs 16 male', 'mám akné a po uhrech mi zůstávají jizvy', { duration_hours: 'rok' }],
    [
      'en 47 male',
      'I snore badly',
      { breathing_pauses_asleep: 'yes', unrefreshing_sleep: 'yes', duration_hours: '2 years' },
    ],
    ['en 41 male', 'a piece of glass is stuck in my foot'],
    ['cs 58 male', 'přestal jsem slyšet na jedno ucho a píská mi v něm', { sudden_hearing_loss: 'ano' }],
  ],
);

test('no foolish question: a stab in the kitchen, a snake for a wasp, suicide for a jet lag, harm for growing pains', (t) => {
  const askedOf = (row: Row): string[] => interview(personOf(row)).asked;
  t.false(askedOf(['en 46 female', 'cut my finger chopping onions']).includes('stab_or_gunshot'));
  t.false(
    askedOf(['cs 46 female', 'Řízla jsem se do prstu, když jsem krájela cibuli']).includes('stab_or_gunshot'),
  );
  t.false(askedOf(['en 40 female', "wasp sting on my hand, it's red"]).includes('snake_bite'));
  t.false(askedOf(['cs 40 female', 'Píchla mě vosa do ruky']).includes('snake_bite'));
  t.false(
    askedOf(['en 38 male', "flew back from New York, jet lag, can't sleep"]).includes('suicidal_thoughts'),
  );
  t.false(askedOf(['en 9 male', 'growing pains in his legs']).includes('injury_story_unfitting'));
});

test('the same questions are asked where they decide', (t) => {
  const low = { has_low_mood: 'yes', loss_of_interest: 'yes' };
  const askedOf = (row: Row): string[] => interview(personOf(row)).asked;
  t.true(askedOf(['en 26 male', 'I have a deep cut in my side']).includes('stab_or_gunshot'));
  t.true(askedOf(['en 40 female', 'something bit my ankle in the long grass']).includes('snake_bite'));
  t.true(askedOf(['en 38 female', "can't sleep for weeks, I feel low", low]).includes('suicidal_thoughts'));
  t.true(
    askedOf(['en 1 male', "he won't walk on his leg since yesterday"]).includes('injury_story_unfitting'),
  );
});
