import test from 'ava';
import {
  ageBand,
  ageMonths,
  toCase,
  type CaseInput,
  type ReportedFindings,
} from '../../../domain/session/state.ts';
import { evidenceOf } from './events.ts';

const told = (changes: Partial<ReportedFindings> = {}): ReportedFindings => ({
  evidence: [],
  age_months: null,
  sex: null,
  branches: [],
  ...changes,
});

test('age bands on both sides of each bound', (t) => {
  const years = (age: number): string => ageBand(age * 12);
  t.is(ageBand(null), 'unknown');
  t.deepEqual([years(0), ageBand(23), years(2)], ['0-1', '0-1', '2-11']);
  t.deepEqual([ageBand(143), years(12), ageBand(215)], ['2-11', '12-17', '12-17']);
  t.deepEqual([years(18), years(39), years(40)], ['18-39', '18-39', '40-64']);
  t.deepEqual([years(64), years(65), years(79)], ['40-64', '65-79', '65-79']);
  t.deepEqual([years(80), years(130)], ['80+', '80+']);
});

test('a case holds everything told in its order, and nothing of what was cleared', (t) => {
  const known: CaseInput = {
    age: null,
    sex: null,
    intake: told({
      evidence: [evidenceOf('fever')],
      age_months: 30,
      sex: 'male',
      branches: ['headache'],
      unread: 1,
      suggested: ['cough'],
    }),
    tellings: [
      {
        kind: 'question',
        told: {
          ...told({ evidence: [evidenceOf('cough')], age_months: 31 }),
          question_id: 'cough',
          unclear: true,
        },
      },
      { kind: 'question', told: null },
      {
        kind: 'route',
        told: {
          ...told({ branches: ['chest_pain', 'headache'], sex: 'female' }),
          question_id: null,
          unclear: false,
        },
      },
      {
        kind: 'additional',
        told: {
          ...told({ evidence: [evidenceOf('fever', { status: 'absent' })] }),
          question_id: 'additional',
          unclear: false,
        },
      },
    ],
  };
  t.deepEqual(toCase(known), {
    complaints: ['headache', 'chest_pain'],
    age_months: 31,
    sex: 'female',
    evidence: [evidenceOf('fever'), evidenceOf('cough'), evidenceOf('fever', { status: 'absent' })],
    asked: [{ question_id: 'cough', unclear: true }],
    reports: [
      { question_id: null, unread: 1, suggested: ['cough'], told: ['fever'] },
      { question_id: 'cough', unread: 0, suggested: [], told: ['cough'] },
      { question_id: null, unread: 0, suggested: [], told: [] },
      { question_id: null, unread: 0, suggested: [], told: ['fever'] },
    ],
  });
  t.is(toCase({ ...known, sex: 'unknown' }).sex, 'unknown', 'stated as not known');
  t.is(ageMonths({ ...known, age: 2 }), 31);
  t.is(ageMonths({ ...known, age: 40 }), 480);
});
