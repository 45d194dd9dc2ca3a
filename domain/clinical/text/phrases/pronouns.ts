import type { Passage } from '../language/passage.ts';
import { words } from '../language/word-list.ts';

/** Parts from which something may come, folded, in the forms in which they are named first. */
const PARTS: ReadonlySet<string> = new Set(
  words(`
    ear ears eye eyes nose nostril nipple navel wound cut scar penis vagina
    ucho ucha uchu ouska ousko oko oka oku oci nos nosu bradavka bradavku pupik pupiku rana ranu rany jizva jizvu
  `),
);
const IT = /^(it|them|nej|neho|ni|nich)$/;
const OUT_OF = /^(of|from|z|ze)$/;

/**
 * Pronouns that name what something comes out of, with the token of the part that the sentence named last before:
 * "my ear hurts and pus comes out of it", "bolí mě ucho a teče z něj hnis".
 */
export function antecedents(passage: Passage): Map<number, number> {
  const found = new Map<number, number>();
  let part: number | null = null;
  passage.tokens.forEach((token, at) => {
    const { first } = passage.sentenceOf(at);
    if (PARTS.has(token.word)) part = at;
    else if (part !== null && part >= first && IT.test(token.word)) {
      if (OUT_OF.test(passage.tokens[at - 1]?.word ?? '')) found.set(at, part);
    }
  });
  return found;
}
