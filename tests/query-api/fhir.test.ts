import test from 'ava';
import fc from 'fast-check';
import type { Bundle } from 'fhir/r4.js';
import { toBundle } from '../../query-api/sessions/fhir/bundle.ts';
import { EMPTY_CONTENT, type SessionRecord } from '../../query-api/sessions/session-record.ts';
import { problemsOf } from '../support/fhir-r4.ts';

const at = '2026-01-05T08:00:00.000Z';
const later = '2026-01-05T08:10:00.000Z';
const session_id = '019e0000-0000-7000-8000-000000000003';
const question = { text: 'Does it spread into the arm?', text_cs: 'Šíří se to do paže?' };
const nothing = { at, erased: false, skipped: false, ...EMPTY_CONTENT };

const record: SessionRecord = {
  session_id,
  test: false,
  patient_id: 'MRN-7',
  chief_complaint: 'chest pain',
  complaint_code: 'chest_pain',
  demographics: { age: 57, sex: 'male' },
  free_text: 'Since this morning.',
  background: null,
  initial_fields: { temperature_c: 37.2, smoker: true },
  unrecognised: [],
  answers: [
    {
      ...nothing,
      revision: 1,
      kind: 'question',
      question_id: 'pain_to_arm',
      question,
      raw_text: 'yes, the left one',
      extracted_fields: { pain_to_arm: true },
    },
    { ...nothing, revision: 2, kind: 'question', erased: true },
    { ...nothing, revision: 3, kind: 'question', skipped: true, question_id: 'sweating', question },
    { ...nothing, at: later, revision: 4, kind: 'route', raw_text: 'I am sweating.' },
  ],
  state: {
    session_id,
    status: 'finalized',
    questions_asked: 3,
    is_complete: true,
    triage_level: 'emergency_ambulance',
    active_branches: ['chest_pain'],
    red_flags: ['possible_acute_coronary_syndrome'],
    current_question: null,
    created_at: at,
  },
  results: {
    session_id,
    triage_level: 'emergency_ambulance',
    differentials: [
      {
        code: null,
        diagnosis: 'Acute coronary syndrome',
        diagnosis_cs: null,
        icd: 'I24.9',
        probability: 0.61,
        rank: 1,
      },
    ],
    red_flags: [
      {
        flag: 'possible_acute_coronary_syndrome',
        description: 'Chest pain with sweating',
        description_cs: null,
      },
    ],
    primary_diagnosis: 'Acute coronary syndrome',
    primary_diagnosis_icd: 'I24.9',
    primary_probability: 0.61,
    questions_asked: 3,
    meta: { tokens_charged: 0, processing_time_ms: 1 },
  },
  summary: {
    presenting_complaint: 'Chest pain',
    presenting_complaint_cs: null,
    history: [],
    pertinent_positives: [],
    pertinent_negatives: [],
    red_flags: [],
    differentials: [],
    recommended_next_step: 'Call an ambulance.',
    recommended_next_step_cs: null,
    lines: [],
    open_points: [],
    sections: [],
    patient_context: [],
    narrative: 'A man of 57 with chest pain.',
    narrative_cs: 'Muž, 57 let, s bolestí na hrudi.',
  },
  feedback: {
    accuracy: 'correct',
    actual_diagnosis: 'Myocardial infarction',
    actual_icd10: 'i21.4',
    notes: null,
  },
  finalized_at: later,
  timeline: [
    { revision: 0, event_id: '019e0000-0000-7000-8000-000000000010', type: 'session-opened', at },
    { revision: 1, event_id: '019e0000-0000-7000-8000-000000000011', type: 'session-finalized', at: later },
  ],
  unreadable: [],
  engine_version: '1.2.0+abc',
};

const typesOf = ({ entry = [] }: Bundle): string[] =>
  entry.map(({ resource }) => resource?.resourceType ?? '');

const resourceOf = ({ entry = [] }: Bundle, type: string) =>
  entry.map((one) => one.resource).find((one) => one?.resourceType === type);

test('a record becomes a valid R4 bundle with every kind of resource', (t) => {
  const bundle = toBundle(record, later);
  t.deepEqual(typesOf(bundle), [
    'Patient',
    'QuestionnaireResponse',
    'ClinicalImpression',
    'RiskAssessment',
    'Flag',
    'Condition',
    'Provenance',
  ]);
  t.deepEqual(problemsOf(bundle), []);
  for (const { resource } of bundle.entry ?? [])
    t.deepEqual(problemsOf(resource), [], resource?.resourceType);
});

test('the validator refuses what is no R4', (t) => {
  t.not(problemsOf({ resourceType: 'Patient', surname: 'x' }).length, 0);
  t.not(problemsOf({ resourceType: 'Flag', status: 'active' }).length, 0);
});

test('every reference leads to an entry of its type, and every entry has its own address', (t) => {
  const bundle = toBundle(record, later);
  const entries = new Map((bundle.entry ?? []).map((entry) => [entry.fullUrl, entry.resource?.resourceType]));
  t.is(entries.size, (bundle.entry ?? []).length);
  const references = [...JSON.stringify(bundle).matchAll(/"reference":"([^"]+)","type":"([^"]+)"/g)];
  t.true(references.length >= 10);
  for (const [, url, type] of references)
    t.is<string | undefined, string | undefined>(entries.get(url), type);
  t.deepEqual(toBundle(record, later), bundle);
});

test('what was told stands in order, with its question, and what was erased as masked', (t) => {
  const interview = resourceOf(toBundle(record, later), 'QuestionnaireResponse');
  t.like(interview, {
    status: 'completed',
    authored: later,
    item: {
      0: { linkId: 'chief_complaint', answer: { 0: { valueString: 'chest pain' } } },
      2: { linkId: 'age', answer: { 0: { valueInteger: 57 } } },
      3: { linkId: 'initial_fields.temperature_c', answer: { 0: { valueDecimal: 37.2 } } },
      5: {
        linkId: 'pain_to_arm',
        text: question.text,
        answer: {
          0: { valueString: 'yes, the left one', item: { 0: { answer: { 0: { valueBoolean: true } } } } },
        },
      },
      6: { linkId: 'erased', extension: { 0: { valueCode: 'masked' } } },
      8: { linkId: 'route', answer: { 0: { valueString: 'I am sweating.' } } },
    },
  });
});

test('a code of feedback that is none is told as text', (t) => {
  const conditionOf = (feedback: SessionRecord['feedback']) =>
    resourceOf(toBundle({ ...record, feedback }, later), 'Condition');
  const given = { accuracy: 'correct' as const, notes: null };
  t.like(conditionOf({ ...given, actual_diagnosis: null, actual_icd10: ' I21.4 ' }), {
    code: { coding: { 0: { code: 'I21.4' } } },
  });
  t.like(conditionOf({ ...given, actual_diagnosis: 'Angina', actual_icd10: 'see letter' }), {
    code: { text: 'Angina, see letter' },
  });
  t.is(conditionOf({ ...given, actual_diagnosis: ' ', actual_icd10: null }), undefined);
  t.is(conditionOf(null), undefined);
});

test('whatever callers write, the bundle is valid', (t) => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc.constantFrom(' ', '\t', '\u0001'),
  );
  const told = text.filter((one) => !/\u0000|\p{Cs}/u.test(one));
  const value = fc.oneof(
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    told,
    fc.constant(null),
  );
  const fields = fc.dictionary(told, value, { maxKeys: 4 });
  fc.assert(
    fc.property(
      fc.record({ told, other: told, fields, code: fc.option(told) }),
      ({ told: first, other, fields: some, code }) => {
        const answer = {
          ...nothing,
          revision: 1,
          kind: 'additional' as const,
          raw_text: other,
          supplied_fields: some,
        };
        const bundle = toBundle(
          {
            ...record,
            chief_complaint: first,
            complaint_code: null,
            free_text: other,
            initial_fields: some,
            answers: [answer],
            feedback: { accuracy: 'unknown', actual_diagnosis: other, actual_icd10: code, notes: first },
          },
          later,
        );
        const problems = [bundle, ...(bundle.entry ?? []).map((entry) => entry.resource)].flatMap(problemsOf);
        t.deepEqual(problems, []);
      },
    ),
    { numRuns: 40, seed: 7 },
  );
});
