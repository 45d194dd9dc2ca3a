import type { Engine, Evidence } from '../clinical/types.ts';
import type { UpstreamFinding } from './types.ts';

/** What an upstream extractor claims of a text: nothing of it is believed yet. */
export type UpstreamClaim = {
  code: string;
  status: Evidence['status'];
  value?: number | string | boolean | undefined;
  confidence: number;
};

export type Sifted = {
  findings: UpstreamFinding[];
  /** How many claims were left out, and why. */
  dropped: Record<'unknown_code' | 'invalid_value' | 'contradictory', number>;
};

/**
 * Holds what an upstream claims against the catalogue, by the mechanism that checks a caller's own fields. What the
 * catalogue does not know or allow is left out; so is everything about a finding of which two different things are said.
 */
export function siftUpstream(engine: Engine, claims: readonly UpstreamClaim[]): Sifted {
  const dropped = { unknown_code: 0, invalid_value: 0, contradictory: 0 };
  const byFinding = new Map<string, UpstreamFinding[]>();
  for (const claim of claims) {
    const read = readClaim(engine, claim);
    if (typeof read === 'string') dropped[read] += 1;
    else byFinding.set(read.finding, [...(byFinding.get(read.finding) ?? []), read]);
  }
  const findings = [...byFinding.values()].flatMap((said) => {
    const [first] = said;
    if (first !== undefined && said.every((one) => isSame(one, first))) return [first];
    dropped.contradictory += said.length;
    return [];
  });
  return { findings, dropped };
}

function readClaim(
  engine: Engine,
  { code, status, value, confidence }: UpstreamClaim,
): UpstreamFinding | 'unknown_code' | 'invalid_value' {
  const field = status === 'unknown' ? null : status === 'absent' ? false : (value ?? true);
  const { evidence, issues } = engine.interpret({ [code]: field }, [], { [code]: confidence });
  const [read] = evidence;
  if (read === undefined) return issues.length > 0 ? 'invalid_value' : 'unknown_code';
  // "Present", with a value that says it is not.
  if (read.status !== status) return 'invalid_value';
  return {
    finding: read.finding,
    status,
    ...(read.value === undefined ? {} : { value: read.value }),
    confidence: read.confidence,
  };
}

/** The same findings as claims: what was recorded, to be held against another catalogue. */
const asClaim = ({ finding, ...said }: UpstreamFinding): UpstreamClaim => ({ code: finding, ...said });

/**
 * What a text told, of what the built-in reader read in it and what an upstream said of it. An upstream adds what the
 * built-in reader missed; where they contradict each other the finding is present, so that no answer of a model, and no
 * text that steers it, takes a danger away. That something is absent or unknown is taken of an upstream only where it was
 * asked for: one that lists whatever a text leaves out would switch every question off.
 */
export function withUpstream(
  engine: Engine,
  read: readonly Evidence[],
  heard: { upstream: readonly UpstreamFinding[]; targets: readonly string[] },
): Evidence[] {
  const byFinding = new Map(read.map((evidence) => [evidence.finding, evidence]));
  const { findings } = siftUpstream(engine, heard.upstream.map(asClaim));
  const taken = findings.flatMap((said): Evidence[] => {
    const own = byFinding.get(said.finding);
    const isAsked = heard.targets.includes(said.finding);
    if (said.status !== 'present' && (own !== undefined || !isAsked)) return [];
    if (own === undefined || !isSame(own, said)) return [{ ...said, source: 'text' }];
    // The place in the text that the built-in reader found stays.
    return [{ ...own, confidence: Math.max(own.confidence, said.confidence) }];
  });
  const replaced = new Set(taken.map(({ finding }) => finding));
  return [...read.filter(({ finding }) => !replaced.has(finding)), ...taken];
}

type Said = Pick<Evidence, 'status' | 'value'>;
const isSame = (one: Said, other: Said): boolean => one.status === other.status && one.value === other.value;
