import { sayWithin, type Statement } from '../statements.ts';
import type { Language } from '../wording.ts';
import { decimal } from './quantities.ts';

const SYSTOLIC = 'systolic_bp_mmhg';
const DIASTOLIC = 'diastolic_bp_mmhg';
/** Vital signs in the order in which they are written down; behind them what else was measured, as it was told. */
const ORDER = [
  'temperature_c',
  SYSTOLIC,
  DIASTOLIC,
  'heart_rate_bpm',
  'respiratory_rate_per_min',
  'spo2_percent',
  'glucose_mmol_l',
];
const PRESSURE: Record<Language, string> = { en: 'blood pressure', cs: 'krevní tlak' };

/** "body temperature 36.9 °C", "blood pressure 88/54 mmHg", … */
export function measurements(statements: readonly Statement[], language: Language): string[] {
  const place = ({ finding }: Statement): number => {
    const at = ORDER.indexOf(finding.code);
    return at === -1 ? ORDER.length : at;
  };
  const valueOf = (code: string): Statement | undefined =>
    statements.find(({ finding, unconfirmed }) => finding.code === code && !unconfirmed);
  const systolic = valueOf(SYSTOLIC);
  const diastolic = valueOf(DIASTOLIC);
  const isPair = systolic !== undefined && diastolic !== undefined;
  return statements
    .toSorted((one, other) => place(one) - place(other))
    .filter((one) => !isPair || one !== diastolic)
    .map((one) =>
      isPair && one === systolic ? pressure(systolic, diastolic, language) : sayWithin(one, language),
    );
}

const number = ({ evidence: { value } }: Statement, language: Language): string =>
  typeof value === 'number' ? decimal(value, language) : '';

const pressure = (systolic: Statement, diastolic: Statement, language: Language): string =>
  `${PRESSURE[language]} ${number(systolic, language)}/${number(diastolic, language)} mmHg`;
