import test from 'ava';
import { compileSenses } from '../../../../domain/clinical/senses.ts';
import { tokenize } from '../../../../domain/clinical/text/language/tokenize.ts';
import { compileClasses } from '../../../../domain/clinical/word-classes.ts';
import { openSenses, type PackedSense } from '../../../../domain/clinical/text/phrases/senses.ts';

type Condition = Record<string, string | string[] | boolean>;
type Entry = { words?: string; as?: string; when?: Condition[]; unless?: Condition[] };

const documentOf = (senses: unknown[]): { name: string; data: unknown } => ({
  name: 'en/senses.yaml',
  data: { senses },
});

function compile(senses: unknown[], issues: string[], classes: Record<string, string> = {}): PackedSense[] {
  const compiled = compileClasses([{ name: 'en/classes.yaml', data: { classes } }], issues);
  return compileSenses([documentOf(senses)], compiled, issues);
}

/** The words that have another sense at "stroke" in the text. */
function hasOther(entry: Entry, text: string, classes: Record<string, string> = {}): boolean {
  const issues: string[] = [];
  const packed = compile([{ words: 'stroke', means: 'luck', ...entry }], issues, classes);
  if (issues.length > 0) throw new Error(issues.join('\n'));
  const tokens = tokenize(text);
  return openSenses(packed).hasOther(
    tokens,
    tokens.findIndex(({ word }) => word === 'stroke'),
  );
}

const after = (pattern: string, text: string): boolean => hasOther({ when: [{ after: pattern }] }, text);

const ROWS: readonly (readonly [pattern: string, fits: readonly string[], fitsNot: readonly string[]])[] = [
  [
    'of luck|genius',
    ['stroke of luck', 'stroke of genius, really'],
    ['stroke of lucky', 'stroke', 'stroke luck'],
  ],
  ['of luck*', ['stroke of lucky'], ['stroke of misluck']],
  ['*ou', ['stroke rukou'], ['stroke rukoum']],
  ['of *', ['stroke of midnight', 'stroke of 5'], ['stroke of', 'stroke of, well']],
  ['of ANY', ['stroke of, well'], ['stroke of']],
  ['kind_of|sort_of luck', ['stroke kind of luck'], ['stroke of luck', 'stroke kind luck']],
  ['of the|my? pen', ['stroke of pen', 'stroke of my pen'], ['stroke of the my pen']],
  ['very|so~ good', ['stroke good', 'stroke so very so good'], ['stroke so bad']],
  ['*~2 luck', ['stroke luck', 'stroke of pure luck'], ['stroke of pure good luck', 'stroke, luck']],
  ['NOT:of luck', ['stroke by luck'], ['stroke of luck', 'stroke, luck']],
  [', then', ['stroke, then'], ['stroke then']],
  ['END|MARK', ['stroke', 'stroke?'], ['stroke of']],
  ['NUMBER', ['stroke 3'], ['stroke three']],
];

test('patterns fit what they say', (t) => {
  const wrong = ROWS.flatMap(([pattern, fits, fitsNot]) => [
    ...fits.filter((text) => !after(pattern, text)).map((text) => `${pattern} should fit "${text}"`),
    ...fitsNot.filter((text) => after(pattern, text)).map((text) => `${pattern} should not fit "${text}"`),
  ]);
  t.deepEqual(wrong, []);
});

test('what stands before ends with the pattern, and may begin with anything', (t) => {
  const when = [{ before: 'heat|sun' }];
  t.true(hasOther({ when }, 'a heat stroke'));
  t.true(hasOther({ when }, 'sun stroke'));
  t.false(hasOther({ when }, 'heat, stroke'));
  t.false(hasOther({ when }, 'theheat stroke'));
});

test('any condition of `when` is enough, all of one must hold, and `unless` takes it back', (t) => {
  const when = [{ before: 'a', after: 'of luck' }, { near: 'swim*' }];
  t.true(hasOther({ when }, 'a stroke of luck'));
  t.false(hasOther({ when }, 'the stroke of luck'));
  t.true(hasOther({ when }, 'the stroke that swimmers learn'));
  t.false(hasOther({ when, unless: [{ near: 'hospital' }] }, 'a stroke of luck, no hospital'));
  t.true(hasOther({}, 'stroke'));
});

const open = (...senses: Entry[]): ReturnType<typeof openSenses> => {
  const issues: string[] = [];
  const packed = compile(
    senses.map((entry) => ({ means: 'luck', ...entry })),
    issues,
  );
  if (issues.length > 0) throw new Error(issues.join('\n'));
  return openSenses(packed);
};

test('a phrase is asked by its first and its last word, with what stands around all of it', (t) => {
  const senses = open(
    { words: 'hurt*', as: 'first', when: [{ before: 'light' }] },
    { words: 'side', as: 'last', when: [{ phrase: 'ANY~ pain ANY~', after: 'of the face' }] },
    { as: 'any', when: [{ after: 'vaccine', same_line: true }] },
  );
  const around = (text: string, first: number, last: number): boolean =>
    senses.hasOtherAround(tokenize(text), first, last);
  t.true(around('light hurts my eyes', 1, 3));
  t.false(around('it hurts my eyes', 1, 3));
  t.false(around('light hurts my eyes', 2, 3));
  t.true(around('pain on the left side of the face', 0, 4));
  t.false(around('weakness on the left side of the face', 0, 4));
  t.true(around('measles vaccine', 0, 0));
  t.false(around('measles\nvaccine', 0, 0));
});

test('a phrase of one word, one in another form, and one that leaves out a word', (t) => {
  const senses = open(
    { words: 'cold', as: 'alone', when: [{ after: 'water' }] },
    { words: 'burning', as: 'form' },
    { words: 'attack', as: 'part', when: [{ before: 'heart' }] },
  );
  const cold = tokenize('cold water');
  t.true(senses.hasOtherAlone(cold, 0, ['cold']));
  t.false(senses.hasOther(cold, 0));
  const burning = tokenize('burning');
  t.true(senses.hasOtherAlone(burning, 0, ['burn']));
  t.false(senses.hasOtherAlone(burning, 0, ['burning']));
  const attack = tokenize('a heart attack');
  t.true(senses.leavesOut(attack, [2]));
  t.false(senses.leavesOut(attack, [1, 2]));
});

test('a class stands for its words, and may name one before it', (t) => {
  const classes = { my: 'my our', us: '<my> me mine_alone' };
  const when = [{ after: 'of <us>' }];
  t.true(hasOther({ when }, 'stroke of our', classes));
  t.true(hasOther({ when }, 'stroke of mine alone', classes));
  t.false(hasOther({ when }, 'stroke of mine', classes));
});

test('what is not as it should be is refused by name', (t) => {
  const issues: string[] = [];
  const entries = [
    { words: 'one', means: 'x' },
    { words: 'two', means: 'two', when: [{ before: 'a', behind: 'of' }] },
    { words: 'three', as: 'any', means: 'three' },
  ];
  t.deepEqual(compile(entries, issues), []);
  t.is(issues.length, 3);
  t.regex(issues[0] ?? '', /^en\/senses\.yaml: one\.means: /);
  t.regex(issues[1] ?? '', /^en\/senses\.yaml: two\.when\.0: .*behind/);
  t.regex(issues[2] ?? '', /^en\/senses\.yaml: three: /);
  const patterns = ['of <owner>', 'Of', 'léto', 'of~~', 'of?', '(of|by)', 'of  luck'];
  for (const pattern of patterns) {
    const found: string[] = [];
    compile([{ words: 'stroke', means: 'luck', when: [{ after: pattern }] }], found);
    t.is(found.length, 1, pattern);
    t.regex(found[0] ?? '', /^en\/senses\.yaml: stroke: "/, pattern);
  }
  const circular: string[] = [];
  compile([], circular, { one: '<two>', two: '<three>' });
  t.deepEqual(circular, [
    'en/classes.yaml: one: "<two>" is no class before it',
    'en/classes.yaml: two: "<three>" is no class before it',
  ]);
});
