import type { HistoryEvent } from './queries.ts';

type Outcome = Extract<HistoryEvent, { type: 'session-answered' }>['data']['outcome'];
type Evidence = NonNullable<
  Extract<HistoryEvent, { type: 'session-answered' }>['data']['answer']['reading']
>['evidence'][number];

/** What was concluded with an event; null where nothing was, or where it is destroyed. */
function outcomeOf(event: HistoryEvent): Outcome | null {
  switch (event.type) {
    case 'session-opened':
    case 'session-answered':
    case 'session-routed':
    case 'demographics-updated':
    case 'session-rectified':
      return event.data.outcome.erased === true ? null : event.data.outcome;
    case 'session-finalized':
      return event.data.conclusion.outcome ?? null;
    default:
      return null;
  }
}

/** The last conclusion at a revision that can still be read. */
export const outcomeAt = (events: readonly HistoryEvent[], revision: number): Outcome | null =>
  events.reduce<Outcome | null>(
    (last, event) => (event.revision > revision ? last : (outcomeOf(event) ?? last)),
    null,
  );

export type GivenAnswer = {
  questionId: string;
  question: { text: string; text_cs: string } | null;
  rawText: string | null;
  isSkipped: boolean;
  revision: number;
};

/** The answers that a rectification can clear: those that are there, with their questions. */
export function answersOf(events: readonly HistoryEvent[]): GivenAnswer[] {
  return events.flatMap((event) => {
    if (event.type !== 'session-answered') return [];
    const { answer, skipped } = event.data;
    const { question_id: questionId } = answer;
    if (answer.erased === true || questionId === undefined) return [];
    const asked = events.findLast(
      (before) =>
        before.revision < event.revision && outcomeOf(before)?.current_question?.question_id === questionId,
    );
    const question = asked === undefined ? null : (outcomeOf(asked)?.current_question ?? null);
    const rawText = answer.raw_text ?? suppliedText(answer.supplied_fields);
    return [{ questionId, question, rawText, isSkipped: skipped, revision: event.revision }];
  });
}

const suppliedText = (fields: Readonly<Record<string, unknown>> = {}): string | null =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ') || null;

/** What clearing some answers destroys: they, and every conclusion from the first of them on. */
export type Destruction = { answers: number; fromRevision: number; conclusions: number };

/** As the service does it: an answer that was given twice goes with both; null where nothing is chosen. */
export function destructionOf(
  events: readonly HistoryEvent[],
  questionIds: ReadonlySet<string>,
): Destruction | null {
  const cleared = answersOf(events).filter(({ questionId }) => questionIds.has(questionId));
  if (cleared.length === 0) return null;
  const fromRevision = Math.min(...cleared.map(({ revision }) => revision));
  const conclusions = events.filter(
    (event) => event.revision >= fromRevision && outcomeOf(event) !== null,
  ).length;
  return { answers: cleared.length, fromRevision, conclusions };
}

export type Understood = Evidence & { revision: number; questionId: string | null };

/** The findings as they stand: of each the latest that was told. */
export function evidenceOf(events: readonly HistoryEvent[]): Understood[] {
  const latest = new Map<string, Understood>();
  for (const event of events)
    for (const evidence of toldIn(event))
      latest.set(evidence.finding, {
        ...evidence,
        revision: event.revision,
        questionId: event.type === 'session-answered' ? (event.data.answer.question_id ?? null) : null,
      });
  return [...latest.values()];
}

function toldIn(event: HistoryEvent): readonly Evidence[] {
  switch (event.type) {
    case 'session-opened': {
      const { background, reading } = event.data.intake;
      return [...(background?.evidence ?? []), ...(reading?.evidence ?? [])];
    }
    case 'session-answered':
    case 'session-routed':
      return event.data.answer.reading?.evidence ?? [];
    default:
      return [];
  }
}
