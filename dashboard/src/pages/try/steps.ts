import type { components } from '../../../../client/client.ts';
import type { Question } from './interview.ts';

type Schemas = components['schemas'];
export type HistoryEvent = NonNullable<Schemas['SessionHistory']['events']>[number];
export type Evidence = Schemas['Evidence'];
type Outcome = Schemas['HistoryRecordedOutcome'];
type Fields = Readonly<Record<string, unknown>>;

/** A text of the patient, in the order in which they were sent. */
export type Told = { what: 'chief' | 'story' | 'said'; text: string };

/** One move of the interview: what was asked and told, what was read in it, and what followed. */
export type Step = {
  kind: 'opened' | 'answered' | 'additional' | 'finalized';
  revision: number;
  question: Question | null;
  isSkipped: boolean;
  told: readonly Told[];
  fields: Fields;
  evidence: readonly Evidence[];
  outcome: Outcome;
};

type Asked = NonNullable<Outcome['current_question']>;

/** A question as the history keeps it may be of an engine that told less of it. */
const whole = (question: Asked): Question => ({
  ...question,
  answer_type: question.answer_type ?? 'text',
  choices: question.choices ?? [],
  unit: question.unit ?? null,
  reason: question.reason ?? null,
});

const textsOf = (...told: readonly (Omit<Told, 'text'> & { text: string | null | undefined })[]): Told[] =>
  told.flatMap(({ what, text }) => (text ? [{ what, text }] : []));

function stepOf(event: HistoryEvent, question: Question | null): Step | null {
  const { revision } = event;
  const nothing = { revision, question: null, isSkipped: false, told: [], fields: {}, evidence: [] };
  switch (event.type) {
    case 'session-opened': {
      const { intake, outcome } = event.data;
      return {
        ...nothing,
        kind: 'opened',
        told: textsOf(
          { what: 'chief', text: intake.chief_complaint },
          { what: 'story', text: intake.free_text },
        ),
        evidence: intake.reading?.evidence ?? [],
        outcome,
      };
    }
    case 'session-answered': {
      const { kind, skipped, answer, outcome } = event.data;
      return {
        kind: kind === 'question' ? 'answered' : 'additional',
        revision,
        question: kind === 'question' ? question : null,
        isSkipped: skipped,
        told: textsOf({ what: 'said', text: answer.raw_text }),
        fields: answer.supplied_fields ?? {},
        evidence: answer.reading?.evidence ?? [],
        outcome,
      };
    }
    case 'session-finalized':
      return { ...nothing, kind: 'finalized', outcome: event.data.conclusion.outcome ?? {} };
    default:
      return null;
  }
}

/** The moves among the events; what only follows from one, such as a red flag, is none of its own. */
export function stepsOf(events: readonly HistoryEvent[]): Step[] {
  const steps: Step[] = [];
  for (const event of events) {
    const asked = steps.at(-1)?.outcome.current_question;
    const step = stepOf(event, asked ? whole(asked) : null);
    if (step !== null) steps.push(step);
  }
  return steps;
}
