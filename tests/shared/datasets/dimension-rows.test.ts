import test from 'ava';
import { loadEngine, loadKnowledge } from '../../../shared/clinical/load-knowledge.ts';
import { catalogueDimensions } from '../../../shared/datasets/dimension-rows.ts';

const [engine, { knowledge }] = await Promise.all([loadEngine(), loadKnowledge()]);
const catalogue = { knowledge, concepts: engine.concepts };

for (const { dimension, rowsOf } of catalogueDimensions) {
  const rows = rowsOf(catalogue);

  test(`the rows of ${dimension.name} have the declared columns, all filled that have to be`, (t) => {
    t.true(rows.length > 10);
    for (const row of rows) {
      t.deepEqual(
        Object.keys(row),
        dimension.columns.map(({ name }) => name),
      );
      for (const { name, nullable, values } of dimension.columns) {
        const value = row[name];
        if (value === null) t.true(nullable, `${row.code}.${name}`);
        else
          t.true(
            value !== '' && (values === undefined || values.includes(value ?? '')),
            `${row.code}.${name}`,
          );
      }
    }
  });

  test(`the rows of ${dimension.name} stand in the order of their codes, each once`, (t) => {
    const codes = rows.map(({ code }) => code);
    t.deepEqual(codes, [...new Set(codes)].sort());
  });
}

const rowOf = (name: string, code: string) =>
  catalogueDimensions
    .find(({ dimension }) => dimension.name === name)
    ?.rowsOf(catalogue)
    .find((row) => row.code === code);

test('a row says what the catalogue says of its code', (t) => {
  t.deepEqual(rowOf('conditions', 'viral_conjunctivitis'), {
    code: 'viral_conjunctivitis',
    name: 'Viral conjunctivitis',
    name_cs: 'Virový zánět spojivek',
    icd: 'B30.9',
  });
  t.deepEqual(rowOf('questions', 'red_eye'), {
    code: 'red_eye',
    text: 'Is one eye red, or are both eyes red?',
    text_cs: 'Máte červené oko nebo obě oči?',
    answer_type: 'boolean',
  });
  t.like(rowOf('rules', 'rf_chemical_eye'), { triage_level: 'emergency' });
  t.regex(rowOf('rules', 'rf_chemical_eye')?.source ?? '', /Wills/);
  t.like(rowOf('findings_catalogue', 'duration_hours'), { kind: 'finding', unit: 'h' });
  t.like(rowOf('complaints', 'eye_problem'), { code: 'eye_problem' });
});

test('every question that the engine may put, and no other, has a row', (t) => {
  const rows = catalogueDimensions.find(({ dimension }) => dimension.name === 'questions')?.rowsOf(catalogue);
  for (const { code } of knowledge.findings) {
    t.is(rows?.some((row) => row.code === code) ?? false, engine.isQuestion(code), code);
  }
});
