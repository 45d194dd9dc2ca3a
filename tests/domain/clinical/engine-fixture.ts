import type { ClinicalCase, Engine, Evidence, Question } from '../../../domain/clinical/index.ts';
import { questionOf as questionAbout } from '../../../infra/eval/answers.ts';
import { loadEngine, loadKnowledge } from '../../../shared/clinical/load-knowledge.ts';

/** The engine over the shipped knowledge base, loaded once a test file. */
export const engine: Engine = await loadEngine();

/** The shipped knowledge base as the engine sees it, for tests that go through all of it. */
export const { knowledge } = await loadKnowledge();

/** What a text tells, by finding. */
export const read = (text: string): Map<string, Evidence['status']> =>
  new Map(engine.extract(text, null).evidence.map(({ finding, status }) => [finding, status]));

/** A question that asks for one finding, in the words of the catalogue. */
export function questionOf(code: string): Question {
  const finding = knowledge.findingByCode.get(code);
  if (finding?.askable !== true) throw new Error(`no such question: ${code}`);
  return questionAbout({ engine, knowledge }, { finding: code });
}

const catalogue = new Set(engine.concepts.map((concept) => concept.code));

export type Story = {
  complaints: string[];
  years: number | null;
  sex?: 'female' | 'male';
  present?: string[];
  absent?: string[];
  values?: Record<string, number | string>;
};

/** A case told in one go. Fails on a code that the catalogue does not hold, so that no test passes on a typing error. */
export function caseOf(story: Story): ClinicalCase {
  const told = (finding: string, status: Evidence['status'], value?: number | string): Evidence => {
    if (!catalogue.has(finding)) throw new Error(`no such finding: ${finding}`);
    const base = { finding, status, confidence: 1, source: 'client' as const };
    return value === undefined ? base : { ...base, value };
  };
  return {
    complaints: story.complaints,
    age_months: story.years === null ? null : Math.round(story.years * 12),
    sex: story.sex ?? null,
    evidence: [
      ...(story.present ?? []).map((code) => told(code, 'present')),
      ...(story.absent ?? []).map((code) => told(code, 'absent')),
      ...Object.entries(story.values ?? {}).map(([code, value]) => told(code, 'present', value)),
    ],
    asked: [],
  };
}

/** The evidence by which a caller would answer one question. */
export function answerTo(questionId: string, status: Evidence['status'], value?: number | string): Evidence {
  const base = { finding: questionId, status, confidence: 1, source: 'client' as const };
  return value === undefined ? base : { ...base, value };
}
