import type { Engine, Outcome, Question } from '../clinical/types.ts';
import type { Fact } from '../kernel/event-definition.ts';
import type { SessionEvent } from './events.ts';
import type { SuppliedFields } from './types.ts';
import { branchesOf } from './open.ts';
import { questionBefore } from './questions.ts';
import { read, type PatientInput } from './reading.ts';
import { completeQuestion } from './recorded.ts';
import {
  evolve,
  isOpen,
  noSession,
  toCase,
  reportedFindings,
  type SessionState,
  type PatientReport,
} from './state.ts';

/**
 * What another engine would conclude from a session: every text and field that was told is read anew by it, as of the time
 * when it was told and as the answer to the question that was asked then, and the whole is assessed. What an upstream said of a text then is taken as it
 * was said. What was cleared tells nothing. Null where the session is erased.
 */
export function reassess(facts: readonly Fact<SessionEvent>[], engine: Engine): Outcome | null {
  const state = facts.reduce<SessionState>(evolve, noSession);
  const [first] = facts;
  const opening = first?.event;
  if (!isOpen(state) || opening?.type !== 'session-opened' || opening.data.intake === null) return null;
  const { chief_complaint, free_text, initial_fields, background, reading: told } = opening.data.intake;
  const engineThen = engine.asOf(first?.at ?? '');
  const { reading, routed } = readAgain(engineThen, {
    texts: free_text === null ? [chief_complaint] : [chief_complaint, free_text],
    fields: initial_fields,
    flags: [],
    confidences: null,
    pending: null,
    upstream: told.upstream,
  });
  const kept = new Set(state.tellings.filter(({ told }) => told !== null).map(({ revision }) => revision));
  const tellings = facts.flatMap((fact, index) =>
    kept.has(fact.revision) ? readReportAgain(fact, questionBefore(facts, index), engine.asOf(fact.at)) : [],
  );
  const { age, sex } = state;
  return engine.assess(
    toCase({
      age,
      sex,
      background: background && { ...background, evidence: engineThen.readBackground(background) },
      intake: reportedFindings(reading, branchesOf(routed)),
      tellings,
    }),
  );
}

function readReportAgain(
  { event }: Fact<SessionEvent>,
  pending: Question | null,
  engine: Engine,
): Pick<PatientReport, 'kind' | 'told'>[] {
  if (event.type === 'session-answered' && event.data.answer !== null) {
    const { kind, answer } = event.data;
    const { question_id, raw_text, supplied_fields, supplied_flags, unclear } = answer;
    const { reading } = readAgain(engine, {
      texts: raw_text === null ? [] : [raw_text],
      fields: supplied_fields,
      flags: supplied_flags,
      // Those of what the text told stand among them, under codes that nobody asks for.
      confidences: answer.reading.field_confidences,
      pending: kind === 'question' ? (pending ?? unworded(question_id)) : null,
      upstream: answer.reading.upstream,
    });
    return [{ kind, told: { ...reportedFindings(reading, []), question_id, unclear } }];
  }
  if (event.type === 'session-routed' && event.data.answer !== null) {
    const { text, reading: heard } = event.data.answer;
    const { reading, routed } = readAgain(engine, {
      texts: [text],
      fields: {},
      flags: [],
      confidences: null,
      pending: null,
      upstream: heard.upstream,
    });
    const told = reportedFindings(reading, branchesOf(routed));
    return [{ kind: 'route', told: { ...told, question_id: null, unclear: false } }];
  }
  return [];
}

/** A question whose wording was erased with the outcome that asked it: which finding it was about is still known. */
const unworded = (question_id: string): Question =>
  completeQuestion({
    question_id,
    text: '',
    text_cs: '',
    targets: [question_id],
    is_red_flag: false,
    is_reask: false,
  });

type StoredInput = Omit<PatientInput, 'fieldName'>;

/** Fields that this engine's catalogue has another type or other bounds for are left out: they were right once. */
function readAgain(engine: Engine, input: StoredInput): ReturnType<typeof read> {
  const { issues } = engine.interpret(input.fields, input.flags, null);
  const wrong = new Set(issues.map(({ field }) => field));
  const fields: SuppliedFields = Object.fromEntries(
    Object.entries(input.fields).filter(([code]) => !wrong.has(code)),
  );
  return read(engine, { ...input, fields, fieldName: 'initial_fields' });
}
