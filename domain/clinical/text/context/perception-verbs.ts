import type { Passage } from '../language/passage.ts';
import type { Extent } from './extent.ts';

const SEEING = /^(saw|see|sees|seen|seeing|witness\w*|notic\w*|(ne)?(vid\w*|vi|vsiml\w*))$/;

/** What only somebody who stands by sees. */
const EVENT =
  /^(seizures?|fits?|convuls\w*|faint\w*|fell|falls?|collaps\w*|passed|consciousness|vedomi|blackouts?|attacks?|accidents?|injur\w*|zachvat\w*|krec\w*|pad\w{0,2}|kolaps\w*|omdl\w*|uraz\w*|nehod\w*)$/;

/** Having and being: with these "nobody" speaks of other people. */
const HAVING =
  /^(is|are|was|were|has|have|had|s|gets|got|feels|felt|suffers|suffered|nema|nemaji|nemel\w*|neni|nejsou|nebyl\w*|nemiva|nedostal\w*|necit\w*|netrp\w*)$/;

/** True for a verb of having or being. */
export const isHaveOrBe = (word: string): boolean => HAVING.test(word);

/** "Nikdo záchvat neviděl", "nikdo nezjistil příčinu bolesti": what others failed to do says nothing of what is there. */
export function isNegatedForOthers(passage: Passage, verb: number): boolean {
  if (isHaveOrBe(passage.tokens[verb]?.word ?? '')) return false;
  const { first, end } = passage.segmentOf(verb);
  return passage.tokens.slice(first, end).some(({ word }) => word === 'nikdo');
}

const NOT_FOUND = /^ne(videl|vidim|nasl|nasel|spatr|zahled)/;

/** True for "neviděl", "nenašel": each of these denies only what stands with it. */
export const isNotFoundVerb = (word: string): boolean => NOT_FOUND.test(word);

/** "Poprvé", "tolik" take the seeing for granted, and an eye that sees nothing is no denial. */
const NOT_OF_SEEING = /^(poprve|tolik|takov\w*|naposled\w*|oko|oka|oku|okem|oci|ocima)$/;

/** Whether what was not seen or found may all the same be there. */
export function isUnwitnessed(passage: Passage, denial: Extent, extent: Extent): boolean {
  const word = passage.tokens[denial.last]?.word ?? '';
  const { first, end } = passage.segmentOf(denial.first);
  const beside = passage.tokens.slice(first, end).map((token) => token.word);
  if (isNotFoundVerb(word) && beside.some((other) => NOT_OF_SEEING.test(other))) return true;
  const sees =
    SEEING.test(word) || (/^(not|never)$/.test(word) && beside.some((other) => SEEING.test(other)));
  return sees && passage.tokens.slice(extent.first, extent.last + 1).some((token) => EVENT.test(token.word));
}
