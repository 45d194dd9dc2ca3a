import { entropy } from './compile-tables.ts';
import type { CompiledFinding, CompiledKnowledge } from './compiled.ts';
import type { Beliefs } from './inference.ts';
import { LEVEL_EMERGENCY } from './triage.ts';

/** How much more it is worth to learn about danger than about the diagnosis in general. */
const DANGER_WEIGHT = 2;

/**
 * Expected information of a question in nats: I(condition; finding) + DANGER_WEIGHT · I(danger; finding). A valued
 * question is worth what the best of the findings is worth that its value would settle.
 */
export function information(
  knowledge: CompiledKnowledge,
  beliefs: Beliefs,
  finding: CompiledFinding,
  danger: number,
): number {
  let best = 0;
  for (const target of finding.settles)
    best = Math.max(best, binaryInformation(knowledge, beliefs, target, danger));
  return best;
}

/** Conditions without a link have the finding at its background rate, so that only the links need a look. */
function binaryInformation(
  knowledge: CompiledKnowledge,
  beliefs: Beliefs,
  finding: number,
  danger: number,
): number {
  const { links } = knowledge;
  const base = knowledge.background[finding] ?? 0;
  let linked = 0;
  let linkedDanger = 0;
  let mass = 0;
  let dangerMass = 0;
  let conditional = 0;
  const end = links.start[finding + 1] ?? 0;
  for (let at = links.start[finding] ?? 0; at < end; at += 1) {
    const condition = links.condition[at] ?? 0;
    const probability = beliefs.probabilities[condition] ?? 0;
    if (probability === 0) continue;
    const p = links.p[at] ?? base;
    linked += probability;
    mass += probability * p;
    conditional += probability * (links.entropy[at] ?? 0);
    if ((knowledge.conditions[condition]?.urgency ?? 4) > LEVEL_EMERGENCY) continue;
    linkedDanger += probability;
    dangerMass += probability * p;
  }
  if (linked === 0) return 0;
  const all = mass + (1 - linked) * base;
  const whole = entropy(all);
  const aboutCause = whole - conditional - (1 - linked) * (knowledge.backgroundEntropy[finding] ?? 0);
  const inDanger = dangerMass + (danger - linkedDanger) * base;
  const aboutDanger =
    whole -
    weighted(danger, inDanger / Math.max(danger, 1e-9)) -
    weighted(1 - danger, (all - inDanger) / (1 - danger));
  return Math.max(0, aboutCause) + DANGER_WEIGHT * Math.max(0, aboutDanger);
}

function weighted(share: number, p: number): number {
  return share * entropy(p);
}

/** P(finding present) as things stand. */
export function presentProbability(knowledge: CompiledKnowledge, beliefs: Beliefs, finding: number): number {
  const { links } = knowledge;
  let linked = 0;
  let mass = 0;
  const end = links.start[finding + 1] ?? 0;
  for (let at = links.start[finding] ?? 0; at < end; at += 1) {
    const probability = beliefs.probabilities[links.condition[at] ?? 0] ?? 0;
    linked += probability;
    mass += probability * (links.p[at] ?? 0);
  }
  return mass + (1 - linked) * (knowledge.background[finding] ?? 0);
}
