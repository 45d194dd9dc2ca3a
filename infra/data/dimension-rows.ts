import { answerFormOf } from '../../domain/clinical/answer-form.ts';
import { TRIAGE_LEVELS, type CompiledKnowledge } from '../../domain/clinical/index.ts';

export type DimensionRow = Record<string, string | number | boolean | null>;

/** What dimensions are made from, beside the catalogue. */
export type DimensionSource = {
  knowledge: CompiledKnowledge;
  engineVersion: string;
  /** Versions that concluded something in the facts. */
  seenVersions: readonly string[];
  /** First and last day of the facts (YYYY-MM-DD); null where there are none. */
  days: { first: string; last: string } | null;
};

type Named = { en: { name: string }; cs: { name: string } };
const namesOf = (code: string, { en, cs }: Named): DimensionRow => ({
  code,
  name: en.name,
  name_cs: cs.name,
});

/** The rows of each dimension, by its name. */
export const DIMENSION_ROWS: Readonly<Record<string, (source: DimensionSource) => DimensionRow[]>> = {
  conditions: ({ knowledge }) =>
    knowledge.conditions.map(({ code, entry }) => ({ ...namesOf(code, entry), icd: entry.icd })),
  findings_catalogue: ({ knowledge }) =>
    knowledge.findings.map(({ code, entry }) => ({
      ...namesOf(code, entry),
      kind: entry.kind,
      unit: answerFormOf(entry).unit,
    })),
  questions: ({ knowledge }) =>
    knowledge.findings
      .filter(({ askable }) => askable)
      .map(({ code, entry }) => ({
        code,
        text: entry.en.ask ?? '',
        text_cs: entry.cs.ask ?? '',
        answer_type: answerFormOf(entry).answer_type,
      })),
  complaints: ({ knowledge }) =>
    knowledge.complaints
      .filter(({ entry }) => !entry.fallback)
      .map(({ code, entry }) => namesOf(code, entry)),
  rules: ({ knowledge }) =>
    knowledge.rules.map(({ code, level, entry }) => ({
      code,
      name: entry.en,
      name_cs: entry.cs,
      triage_level: TRIAGE_LEVELS[level] ?? '',
      source: knowledge.sources.get(entry.source)?.citation ?? entry.source,
    })),
  engine_versions: ({ engineVersion, seenVersions }) =>
    [...new Set([...seenVersions, engineVersion])].map((version) => ({
      version,
      is_current: version === engineVersion,
    })),
  calendar: ({ days }) => (days === null ? [] : calendarDays(days)),
};

const DAY_MS = 86_400_000;
const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const SUNDAY = 7;

function calendarDays({ first, last }: { first: string; last: string }): DimensionRow[] {
  const rows: DimensionRow[] = [];
  for (let ms = Date.parse(first); ms <= Date.parse(last); ms += DAY_MS) {
    const day = dayText(ms);
    const weekday = new Date(ms).getUTCDay() || SUNDAY;
    rows.push({
      day,
      week: dayText(ms - (weekday - 1) * DAY_MS),
      month: `${day.slice(0, 7)}-01`,
      weekday,
      is_weekend: weekday >= SUNDAY - 1,
    });
  }
  return rows;
}
