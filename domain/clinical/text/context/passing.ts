import type { Passage } from '../language/passage.ts';
import type { Role } from '../phrases/gaps.ts';

/** What makes up less than this of the words of its clause is said in passing. */
const LEAST_SHARE = 0.5;

/**
 * True where most of the words that mean something in the clause of these tokens are none of them: "topíme v chalupě
 * starou karmou" (we heat) is hardly about drowning (also "topíme"), and "I coughed up blood today" is about that alone.
 */
export function isInPassing(
  passage: Passage,
  roles: readonly Role[],
  { tokens }: { tokens: readonly number[] },
): boolean {
  const { first } = passage.clauseOf(tokens[0] ?? 0);
  const { end } = passage.clauseOf(tokens.at(-1) ?? 0);
  const beside = roles
    .slice(first, end)
    .filter((role, at) => role === 'content' && !tokens.includes(first + at));
  return tokens.length < LEAST_SHARE * (tokens.length + beside.length);
}
