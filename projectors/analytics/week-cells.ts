import type { SessionsCounted } from '../../domain/retention/events.ts';

/** A cell of read.session_weeks, without its tenant. What the codes are, `analytics_source` says: `cells` for sessions that still stand, `gathered_cells` until the event. */
export type WeekCell = {
  week: string;
  measure: string;
  a: string;
  b: string;
  c: string;
  sessions: number;
  minutes: number;
  questions: number;
};

/** Where a session has no code: no complaint was recognised, no feedback was given. */
const NONE = 'none';

/** What one event adds to each measure of the weekly history. The same cell may come several times. */
export function cellsOf({ week, groups, red_flags, diagnoses }: SessionsCounted): WeekCell[] {
  const cell = (measure: string, codes: [string, string, string?], sessions: number): WeekCell => {
    const [a, b, c = ''] = codes;
    return { week, measure, a, b, c, sessions, minutes: 0, questions: 0 };
  };
  const ofGroups = groups.flatMap((group) => {
    const { sessions, triage_level: level, complaint, age_band, sex, accuracy } = group;
    const completion = cell('completion', ['', group.status], sessions);
    if (group.status !== 'finalized') return [completion];
    const effort = { minutes: group.minutes, questions: group.questions_asked };
    return [
      completion,
      { ...cell('triage_levels', ['', level], sessions), ...effort },
      { ...cell('sessions', [level, complaint ?? NONE], sessions), ...effort },
      cell('demographics', [level, age_band, sex], sessions),
      cell('feedback', [level, accuracy ?? NONE], sessions),
    ];
  });
  return [
    ...ofGroups,
    ...red_flags.map((one) => cell('red_flags', [one.complaint ?? NONE, one.flag], one.sessions)),
    ...diagnoses.map((one) => cell('diagnoses', [one.complaint ?? NONE, one.icd], one.sessions)),
  ];
}
