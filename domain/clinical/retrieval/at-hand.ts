import { inTurns } from '../../kernel/in-turns.ts';
import type { CompiledFinding, CompiledKnowledge } from '../compiled.ts';
import type { FindingsAtHand, Interview } from './types.ts';

/** The findings that an interview makes likely to be told next. Codes that the catalogue does not have are passed over. */
export function findingsAtHand(
  knowledge: CompiledKnowledge,
  { branches, targets }: Interview,
): FindingsAtHand {
  const { findings, findingByCode, complaintByCode, retrieval } = knowledge;
  const codesOf = (indices: readonly number[]): string[] => [
    ...new Set(indices.flatMap((index) => findings[index]?.code ?? [])),
  ];
  const asked = targets.flatMap((target) => findingByCode.get(target) ?? []);
  const lists = branches.flatMap((branch) => {
    const complaint = complaintByCode.get(branch);
    if (complaint === undefined) return [];
    const { finding, safetyNet, basics, selfCare } = complaint;
    const limits = selfCare.atMost.map((limit) => limit.finding);
    return [[finding, ...safetyNet, ...basics, ...selfCare.absent, ...limits, ...selfCare.notPresent]];
  });
  return {
    asked: codesOf([...asked.map(indexOf), ...asked.flatMap(({ index }) => retrieval.related[index] ?? [])]),
    branches: codesOf(inTurns(lists)),
  };
}

const indexOf = ({ index }: CompiledFinding): number => index;
