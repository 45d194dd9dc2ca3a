import type { SessionsCounted } from './events.ts';

/** What is counted of one session: codes and numbers of its row. */
export type CountedSession = {
  week: string;
  status: SessionsCounted['groups'][number]['status'];
  triage_level: SessionsCounted['groups'][number]['triage_level'];
  complaint: string | null;
  age_band: SessionsCounted['groups'][number]['age_band'];
  sex: SessionsCounted['groups'][number]['sex'];
  accuracy: SessionsCounted['groups'][number]['accuracy'];
  primary_icd: string | null;
  red_flags: readonly string[];
  questions_asked: number;
  /** From opening to finalization; null where it was not finalized. */
  minutes: number | null;
};

/** The counts of some sessions, one for each week in which any of them was opened, in a fixed order. */
export function countSessions(sessions: readonly CountedSession[]): SessionsCounted[] {
  const weeks = [...new Set(sessions.map(({ week }) => week))].sort();
  return weeks.map((week) =>
    countWeek(
      week,
      sessions.filter((session) => session.week === week),
    ),
  );
}

function countWeek(week: string, sessions: readonly CountedSession[]): SessionsCounted {
  return {
    week,
    sessions: sessions.length,
    groups: grouped(sessions, ({ status, triage_level, complaint, age_band, sex, accuracy }) => ({
      status,
      triage_level,
      complaint,
      age_band,
      sex,
      accuracy,
    })).map(({ by, members }) => ({
      ...by,
      sessions: members.length,
      questions_asked: sum(members.map((one) => one.questions_asked)),
      minutes: sum(members.map((one) => one.minutes ?? 0)),
    })),
    red_flags: grouped(
      sessions.flatMap(({ complaint, red_flags }) => red_flags.map((flag) => ({ complaint, flag }))),
      (one) => one,
    ).map(({ by, members }) => ({ ...by, sessions: members.length })),
    diagnoses: grouped(
      sessions.flatMap(({ complaint, primary_icd }) =>
        primary_icd === null ? [] : [{ complaint, icd: primary_icd }],
      ),
      (one) => one,
    ).map(({ by, members }) => ({ ...by, sessions: members.length })),
  };
}

/** Members by what they have in common, in the order of that. */
function grouped<Member, By extends object>(
  members: readonly Member[],
  byOf: (member: Member) => By,
): { by: By; members: Member[] }[] {
  const groups = new Map<string, { by: By; members: Member[] }>();
  for (const member of members) {
    const by = byOf(member);
    const key = JSON.stringify(by);
    const group = groups.get(key) ?? { by, members: [] };
    group.members.push(member);
    groups.set(key, group);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
