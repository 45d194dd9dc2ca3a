import type { CompiledKnowledge } from './compiled.ts';
import type { TriageReason } from './types.ts';

/** What made the level, in words: a rule, a condition, criteria for care at home, or the complaint itself. */
export function reasonWords(
  knowledge: CompiledKnowledge,
  { kind, code }: TriageReason,
): { en: string; cs: string } | undefined {
  if (kind === 'rule') return knowledge.ruleByCode.get(code)?.entry;
  const complaint = knowledge.complaintByCode.get(code)?.entry;
  if (kind === 'self_care') return complaint?.self_care;
  const named =
    kind === 'complaint' ? complaint : knowledge.conditions.find((one) => one.code === code)?.entry;
  return named && { en: named.en.name, cs: named.cs.name };
}
