import { createHash } from 'node:crypto';
import { createEngine } from '../../../domain/clinical/index.ts';
import type { CompiledKnowledge } from '../../../domain/clinical/compiled.ts';
import type { LoadedKnowledge } from '../../../shared/clinical/load-knowledge.ts';
import type { Examined } from '../../eval/simulated-patient.ts';

/** Every so many rules is missing in the older catalogue. */
const MISSING_RULE = 9;
/** Its likelihood ratios tell less: so much of their logarithms. */
const WEAKER = 0.6;
/** An age that nobody has. */
const NOBODY = { from: 1e9, below: 1e9 };

const weaker = (values: Float64Array): Float64Array => values.map((value) => value * WEAKER);

/** A catalogue of before, made up from the one that ships: fewer rules, and findings that tell less. */
function olderOf(knowledge: CompiledKnowledge): CompiledKnowledge {
  const rules = knowledge.rules.map((rule) =>
    rule.index % MISSING_RULE === 0 ? { ...rule, age: NOBODY } : rule,
  );
  return {
    ...knowledge,
    rules,
    rulesOfFinding: knowledge.rulesOfFinding.map((all) => all.map((rule) => rules[rule.index] ?? rule)),
    ruleByCode: new Map(rules.map((rule) => [rule.code, rule])),
    conditions: knowledge.conditions.map((condition) => ({
      ...condition,
      links: condition.links.map((link) => ({
        ...link,
        present: link.present * WEAKER,
        absent: link.absent * WEAKER,
      })),
    })),
    links: {
      ...knowledge.links,
      present: weaker(knowledge.links.present),
      absent: weaker(knowledge.links.absent),
    },
  };
}

/** The engine over the older catalogue and over the one that ships. */
export function cataloguesOf({ knowledge, hash }: LoadedKnowledge): { older: Examined; newer: Examined } {
  const before = olderOf(knowledge);
  const hashBefore = createHash('sha256').update(`before ${hash}`).digest('hex');
  return {
    older: { engine: createEngine(before, hashBefore), knowledge: before },
    newer: { engine: createEngine(knowledge, hash), knowledge },
  };
}
