import test from 'ava';
import { load } from 'js-yaml';
import { lexiconSchema } from '../../../domain/clinical/lexicon-schema.ts';
import { knowledgeSchema } from '../../../domain/clinical/schema.ts';
import { senseFileSchema } from '../../../domain/clinical/senses.ts';
import { formatYaml } from '../../../infra/knowledge-format/format.ts';

const LONG = 'Older than sixty with a sudden pain that is worse than any before and goes through to the back';

test('a clinical file has its keys in the order of the schema, codes in flow style, long sentences folded', (t) => {
  const written = `# Of the eye.

findings:
  eye_pain:
    cs: {name: Bolest oka, plain: bolest oka}
    en: {name: Pain, plain: "pain"}
    # As in the guideline.
    background: 0.10
    topic: 'eye'
    implies: [ red_eye,
      blurred_vision ]
  side:
    topic: eye
    value:
      choices:
        - {cs: {name: Vlevo}, en: {name: Left}, value: left, sets: [eye_pain]}
      type: choice
rules:
  rf_eye:
    cs: Náhlá bolest
    en: ${LONG}, and cannot see at all
    when: {any: [eye_pain, red_eye, blurred_vision], all: [halo_around_every_light, nausea_with_a_headache, eye_is_hard]}
topics:
  eye: {name: Eye}
`;
  const formatted = formatYaml(written, knowledgeSchema);
  t.is(
    formatted,
    `# Of the eye.

topics:
  eye:
    name: Eye

findings:
  eye_pain:
    topic: eye
    # As in the guideline.
    background: 0.10
    implies: [red_eye, blurred_vision]
    en:
      name: Pain
      plain: pain
    cs:
      name: Bolest oka
      plain: bolest oka

  side:
    topic: eye
    value:
      type: choice
      choices:
        - value: left
          sets: [eye_pain]
          en:
            name: Left
          cs:
            name: Vlevo

rules:
  rf_eye:
    when:
      all: [halo_around_every_light, nausea_with_a_headache, eye_is_hard]
      any: [eye_pain, red_eye, blurred_vision]
    en: >-
      ${LONG}, and cannot see at
      all
    cs: Náhlá bolest
`,
  );
  t.deepEqual(load(formatted), load(written));
});

test('a lexicon has one phrase a line; a place too long for the line goes on after a bar', (t) => {
  const place = Array.from({ length: 16 }, (_, at) => `looking${String.fromCodePoint(97 + at)}`).join('|');
  const written = `findings:
  side: {patterns: ['left|right hand', '${place} left'], words: [on the left, "yes", 'say: left']}
reassurances:
  well:
    phrases: [all well]
    figure: true
    denies: [side]
`;
  const formatted = formatYaml(written, lexiconSchema);
  t.is(
    formatted,
    `findings:
  side:
    words:
      - on the left
      - yes
      - 'say: left'
    patterns:
      - left|right hand
      - >-
        ${place.split('|').slice(0, 11).join('|')}|
        ${place.split('|').slice(11).join('|')} left

reassurances:
  well:
    denies: [side]
    figure: true
    phrases:
      - all well
`,
  );
  t.deepEqual(lexiconSchema.parse(load(formatted)), lexiconSchema.parse(load(written)));
});

test('what is formatted stays as it is, and no line is longer than 120 characters', (t) => {
  for (const extra of Array.from({ length: 40 }, (_, length) => 'x'.repeat(length + 1))) {
    const text = `rules:\n  rf:\n    level: urgent\n    en: ${LONG} ${extra}\n`;
    const formatted = formatYaml(text, knowledgeSchema);
    t.is(formatYaml(formatted, knowledgeSchema), formatted);
    t.true(formatted.split('\n').every((line) => line.length <= 120));
    t.deepEqual(load(formatted), load(text));
  }
});

test('what is no map of sections is refused', (t) => {
  t.throws(() => formatYaml('- a\n', knowledgeSchema), { message: 'holds no sections' });
  t.throws(() => formatYaml('a: [b\n', knowledgeSchema));
});

test('senses have their conditions one a line, and long places broken at a bar', (t) => {
  const place = Array.from({ length: 20 }, (_, index) => `ending${index}`).join('|');
  const written = `senses:
  - when: [{after: of luck}, {before: '${place}'}]
    means: luck
    words: stroke
`;
  const formatted = formatYaml(written, senseFileSchema);
  const [head = ''] = formatted.split('ending0');
  t.is(
    head,
    `senses:
  - words: stroke
    means: luck
    when:
      - after: of luck
      - before: >-
          `,
  );
  t.true(formatted.split('\n').every((line) => line.length <= 120));
  t.is(formatYaml(formatted, senseFileSchema), formatted);
  t.deepEqual(senseFileSchema.parse(load(formatted)), senseFileSchema.parse(load(written)));
});
