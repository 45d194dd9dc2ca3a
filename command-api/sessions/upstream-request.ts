import { ADDITIONAL, type SessionCommand } from '../../domain/session/commands.ts';
import type { NewSessionEvent } from '../../domain/session/events.ts';
import { isOpen, type SessionState } from '../../domain/session/state.ts';
import type { ExtractorRequest } from '../../shared/extractor/types.ts';

/**
 * What an upstream extractor is asked about a command; null for one that tells nothing in words. `decided` is what comes
 * of the command where the built-in reader reads alone: it shows which findings the text may be about.
 */
export function upstreamRequest(
  { state, command }: { state: SessionState; command: SessionCommand },
  decided: readonly NewSessionEvent[],
): ExtractorRequest | null {
  const text = textOf(command);
  if (text === null) return null;
  const question =
    command.kind === 'answer' && command.question_id !== ADDITIONAL ? openQuestion(state) : null;
  return { text, question, known: decided.reduce(withKnown, { branches: [], findings: [] }) };
}

/** Whether a command tells anything in words. */
export const hasWords = (command: SessionCommand): boolean => textOf(command) !== null;

function textOf(command: SessionCommand): string | null {
  switch (command.kind) {
    case 'open': {
      const { chief_complaint, free_text } = command;
      return unlessBlank(free_text === null ? chief_complaint : `${chief_complaint}\n\n${free_text}`);
    }
    case 'route':
      return unlessBlank(command.text);
    case 'answer':
      return command.raw_text === null || command.skip ? null : unlessBlank(command.raw_text);
    default:
      return null;
  }
}

const unlessBlank = (text: string): string | null => (text.trim() === '' ? null : text);

function openQuestion(state: SessionState): ExtractorRequest['question'] {
  const question = isOpen(state) ? state.outcome.current_question : null;
  if (question === null) return null;
  const { question_id, text, targets } = question;
  return { question_id, text, targets };
}

type Known = ExtractorRequest['known'];

/** What an event of the decision shows besides: complaints that the interview then follows, and findings in the text. */
function withKnown(known: Known, event: NewSessionEvent): Known {
  switch (event.type) {
    case 'session-opened':
      return knownOf(event.data.intake.reading, event.data.outcome);
    case 'session-answered':
    case 'session-routed':
      return knownOf(event.data.answer.reading, event.data.outcome);
    default:
      return known;
  }
}

type Read = { evidence: { finding: string }[] };
type Concluded = { active_branches: string[] };

const knownOf = ({ evidence }: Read, { active_branches }: Concluded): Known => ({
  branches: active_branches,
  findings: evidence.map(({ finding }) => finding),
});
