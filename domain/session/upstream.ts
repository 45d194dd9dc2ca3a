import type { Engine, Evidence } from '../clinical/types.ts';
import type { UpstreamFinding } from './events.ts';

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
 * What a text told, of what the built-in reader read in it and what an upstream said of it. Upstream wins for a finding
 * that both speak of, but for an `unknown`, which never replaces what is known. Where they agree, the place in the text
 * that the built-in reader found stays.
 */
export function withUpstream(
  engine: Engine,
  read: readonly Evidence[],
  upstream: readonly UpstreamFinding[],
): Evidence[] {
  const byFinding = new Map(read.map((evidence) => [evidence.finding, evidence]));
  const { findings } = siftUpstream(engine, upstream.map(asClaim));
  const taken = findings.filter(({ finding, status }) => status !== 'unknown' || !byFinding.has(finding));
  const overruled = new Set(taken.map(({ finding }) => finding));
  const told = taken.map((said): Evidence => {
    const own = byFinding.get(said.finding);
    const span = own !== undefined && isSame(own, said) ? own.span : undefined;
    return { ...said, source: 'text', ...(span === undefined ? {} : { span }) };
  });
  return [...read.filter(({ finding }) => !overruled.has(finding)), ...told];
}

type Said = Pick<Evidence, 'status' | 'value'>;
const isSame = (one: Said, other: Said): boolean => one.status === other.status && one.value === other.value;
