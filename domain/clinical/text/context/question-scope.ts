import type { Passage } from '../language/passage.ts';
import type { Extent } from './extent.ts';

/** How people go over from what they have to what they want to know: "mám uhry, dá se s tím něco dělat?" */
const GOES_OVER =
  /^(da|co|mam|mame|muzu|mohu|musim|musime|pomuze|poradite|jak|proc|can|could|should|shall|what|how|why|do|will|any)$/;
/** What begins with one of these asks from its first word on. */
const ASKS =
  /^(da|je|jsou|neni|nejsou|muze|muzou|can|could|should|shall|is|are|am|do|does|did|will|would|have|has|any|if)$/;

/** What stands before a comma is told, where only what stands behind it asks: "I have spots, can I do anything?" */
export function isStatedBeforeQuestion(passage: Passage, extent: Extent): boolean {
  const { first, end } = passage.clauseOf(extent.first);
  const { tokens } = passage;
  if (ASKS.test(tokens[first]?.word ?? '')) return false;
  for (let at = extent.last + 1; at < end - 1; at += 1)
    if (tokens[at]?.word === ',' && GOES_OVER.test(tokens[at + 1]?.word ?? '')) return true;
  return false;
}
