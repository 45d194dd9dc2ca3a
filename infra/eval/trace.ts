import type { Engine } from '../../domain/clinical/types.ts';
import type { Answer } from './simulated-patient.ts';
import type { Result } from './score.ts';

const SENTENCE_END = /(?<=[.!?;])\s+(?=\S)/;

/**
 * What the reader made of the text sentence by sentence and as a whole and of each fact of a vignette, and what was asked
 * and answered: to see why it came out so.
 */
export function renderTrace(engine: Engine, { vignette, outcome, exchanges }: Result): string {
  const { complaint, text, level, diagnosis, facts } = vignette;
  const route = engine.extract(complaint, null).routed;
  const lines = [
    `${vignette.id}  ${level} -> ${outcome.triage_level} (${outcome.triage_reason.kind} ${outcome.triage_reason.code})`,
    `  ${diagnosis.icd} ${diagnosis.name}; told: ${outcome.differentials
      .slice(0, 5)
      .map(({ icd, probability }) => `${icd} ${probability}`)
      .join(', ')}`,
    `  "${complaint}" = ${route.chief_complaint ?? '-'} ${route.confidence}; followed: ${outcome.active_branches.join(' ') || '-'}`,
    ...text.split(SENTENCE_END).map((sentence) => `  | ${sentence} = ${readingOf(engine, sentence)}`),
    `  || ${readingOf(engine, text)}`,
    ...facts.map((fact) => `  . ${fact} = ${readingOf(engine, fact)}`),
    ...exchanges.map(({ question, answer }) => `  ? ${question.question_id}: ${answerOf(answer)}`),
  ];
  return lines.join('\n');
}

function readingOf(engine: Engine, text: string): string {
  const { evidence, complaints } = engine.extract(text, null);
  const findings = evidence.map(({ finding, status, value }) =>
    status === 'present' ? `${finding}${value === undefined ? '' : ` ${value}`}` : `${status} ${finding}`,
  );
  return [...findings, ...complaints.map(({ code }) => `[${code}]`)].join(', ') || '-';
}

const answerOf = ({ raw_text, extracted_fields }: Answer): string =>
  raw_text ?? JSON.stringify(extracted_fields);
