import test from 'ava';
import { engine, knowledge, questionOf } from './engine-fixture.ts';

/**
 * What a question offers is understood as its answer: over every question of the catalogue and every choice, in both
 * languages, as somebody types it who takes it from the screen.
 */
const asked = knowledge.findings.filter(({ askable }) => askable);
const understood = (code: string, answer: string): unknown =>
  engine.extract(answer, questionOf(code)).fields[code];

const waysToType = (text: string): string[] => [
  text,
  text.toUpperCase(),
  `${text}.`,
  text.normalize('NFD').replace(/\p{M}/gu, ''),
];

test('each choice of each question, in both languages', (t) => {
  let choices = 0;
  for (const { code, entry } of asked) {
    if (entry.value?.type !== 'choice') continue;
    for (const { value, en, cs } of entry.value.choices) {
      choices += 1;
      const typed = [...waysToType(en.name), ...waysToType(cs.name), `Just ${en.name}`, `Asi ${cs.name}`];
      for (const answer of typed) t.is(understood(code, answer), value, `${code}: ${answer}`);
      t.is(engine.interpret({ [code]: value }, [], null).evidence[0]?.value, value, `${code}: ${value}`);
    }
  }
  t.true(choices > 30);
});

const PLAIN: readonly (readonly [boolean | null, string[]])[] = [
  [
    true,
    ['yes', 'Yes.', 'yeah', 'yep', 'sure', 'yes I do', 'ano', 'jo', 'jasně', 'jasně že jo', 'samozřejmě'],
  ],
  [false, ['no', 'No!', 'nope', 'nah', 'not at all', 'never', 'absolutely not']],
  [false, ['ne', 'vůbec ne', 'rozhodně ne', 'určitě ne', 'jasně že ne', 'ani náhodou', 'nikdy', 'kdepak']],
  [null, ["I don't know", 'idk', 'not sure', 'no idea', 'nevím', 'to nevím', 'netuším', 'nemám tušení']],
];

test('yes, no and "don\'t know" in their usual forms, to each question that they answer', (t) => {
  const questions = asked.filter(({ entry }) => entry.value === undefined && entry.open === undefined);
  t.true(questions.length > 800);
  const wrong = questions.flatMap(({ code }) =>
    PLAIN.flatMap(([expected, answers]) =>
      answers.filter((answer) => understood(code, answer) !== expected).map((answer) => `${code}: ${answer}`),
    ),
  );
  t.deepEqual(wrong, []);
});

test('"don\'t know" to each question that asks for a value', (t) => {
  for (const { code } of asked.filter(({ entry }) => entry.value !== undefined)) {
    for (const answer of ["I don't know", 'nevím'])
      t.is(understood(code, answer), null, `${code}: ${answer}`);
  }
});

type Rows = readonly (readonly [code: string, answer: string, understood: unknown])[];
const rows = (title: string, table: Rows): void =>
  test(title, (t) => {
    for (const [code, answer, expected] of table)
      t.is(understood(code, answer), expected, `${code}: ${answer}`);
  });

rows('numbers with and without their unit, and by the name that the question gives them', [
  ['pain_severity', '7', 7],
  ['pain_severity', '7/10', 7],
  ['pain_severity', '7 out of 10', 7],
  ['pain_severity', 'sedm', 7],
  ['pain_severity', 'none', 0],
  ['pain_severity', 'no', 0],
  ['pain_severity', 'žádná', 0],
  ['pain_severity', 'worst imaginable', 10],
  ['pain_severity', 'nejhorší představitelná', 10],
  ['temperature_c', '38.5', 38.5],
  ['temperature_c', '38,5 °C', 38.5],
  ['temperature_c', '101 F', 38.3],
  ['pregnancy_weeks', '20', 20],
  ['pregnancy_weeks', '20 weeks', 20],
  ['pregnancy_weeks', 've 12. týdnu', 12],
]);

rows('lengths of time', [
  ['duration_hours', '2 days', 48],
  ['duration_hours', '48 hours', 48],
  ['duration_hours', 'since yesterday', 24],
  ['duration_hours', 'tři hodiny', 3],
  ['duration_hours', 'od včerejška', 24],
  ['duration_hours', 'half an hour', 0.5],
  ['duration_hours', 'just happened', 1],
  ['duration_hours', 'right now', 1],
  ['duration_hours', 'právě teď', 1],
  ['duration_hours', 'chvíli', 1],
]);

rows('what the wording of a question offers besides its choices', [
  ['abdominal_pain_site', 'all over', 'everywhere'],
  ['abdominal_pain_site', 'všude', 'everywhere'],
  ['abdominal_pain_site', 'v boku', 'flank'],
  ['onset_speed', 'just happened', 'sudden'],
  ['onset_speed', 'within seconds', 'sudden'],
  ['onset_speed', 'během vteřin', 'sudden'],
  ['onset_speed', 'gradually over days', 'gradual'],
  ['onset_speed', 'během dnů', 'gradual'],
]);

/** What a question names last: "growing" of "Is it hard, fixed or growing?". */
const NAMED_LAST = { en: / or ([^,?]+)\?$/, cs: / (?:nebo|či) ([^,?]+)\?$/ } as const;
/** Some say what they mean only with the rest of their question: "more", "years". */
const LEAST_UNDERSTOOD = 0.85;

for (const language of ['en', 'cs'] as const) {
  test(`what a question names last is a yes to it, and no no: ${language}`, (t) => {
    const named = asked.flatMap(({ code, entry }) => {
      const { ask = '' } = entry[language];
      const [, last] = NAMED_LAST[language].exec(ask) ?? [];
      // "Does the child not smile, play or take notice?": that she takes notice is a no.
      const asksForLack = entry.inability || ask.includes(' not smile');
      return last === undefined || entry.value !== undefined || asksForLack ? [] : [{ code, last }];
    });
    const answers = named.map(({ code, last }) => ({ code, last, told: understood(code, last) }));
    t.deepEqual(
      answers.filter(({ told }) => told === false),
      [],
    );
    const affirmed = answers.filter(({ told }) => told === true).length;
    t.true(named.length > 400 && affirmed / named.length >= LEAST_UNDERSTOOD, `${affirmed}/${named.length}`);
  });
}

rows('a yes or no in the words of the question', [
  ['radiates_left_arm', 'shoulder', true],
  ['radiates_left_arm', 'left arm', true],
  ['radiates_left_arm', 'pain', undefined],
  ['one_leg_swelling', 'calf', true],
  ['enlarged_glands', 'groin', true],
  ['enlarged_glands', 'v třísle', true],
  ['dangerous_mechanism', 'a dive', true],
  ['low_mood_after_birth', 'bez radosti', true],
  ['suicidal_thoughts', 'that you would rather not be alive', true],
  ['non_blanching_rash', 'no rash', false],
  ['skull_fracture_signs', 'clear fluid', true],
  ['weight_loss', 'not trying', undefined],
]);

rows('a side alone answers what asks for one side, or for both', [
  ['red_eye', 'just the left one', true],
  ['red_eye', 'jen levé', true],
  ['red_eye', 'both of them', true],
  ['has_leg_swelling', 'just the left one', true],
  ['has_leg_swelling', 'jen pravá', true],
  ['ankle_swelling', 'just the left one', false],
  ['ankle_swelling', 'obě', true],
  ['radiates_left_arm', 'just the right one', false],
  ['has_cough', 'just the left one', undefined],
]);
