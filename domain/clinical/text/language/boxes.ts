import type { Token } from './token.ts';

/** A box of a form as it is written, and the mark that stands for it. */
const TICKED = /^(\[[xX*✓✔]\]|[☑☒✓✔■])$/u;
const UNTICKED = /^(\[\s?\]|[☐□✗✘☓])$/u;

/** The mark of a box, or null: `box+` where it is ticked, `box-` where it is not. */
export function boxOf(raw: string): 'box+' | 'box-' | null {
  if (TICKED.test(raw)) return 'box+';
  return UNTICKED.test(raw) ? 'box-' : null;
}

export const isBox = (token: Token | undefined): boolean => token?.word === 'box+' || token?.word === 'box-';

const OPTION = /^(yes|no|ano|ne|y|n)$/;

/** "Fever: [ ] yes [x] no" is "Fever: no": of the boxes before yes and no only the ticked option is said. */
export function withoutOptions(tokens: Token[]): Token[] {
  if (!tokens.some(isBox)) return tokens;
  return tokens.filter((token, index) => {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    if (isBox(token)) return !OPTION.test(after?.word ?? '');
    return !(before?.word === 'box-' && OPTION.test(token.word));
  });
}

/** How the boxes of a text stand: before what they tick, or behind it. Null without any. */
export function sideOfBoxes(tokens: readonly Token[]): 'before' | 'behind' | null {
  const at = tokens.findIndex(isBox);
  if (at === -1) return null;
  const isFirstOfLine = at === 0 || (tokens[at]?.lines ?? 0) > 0 || tokens[at - 1]?.word === ':';
  return isFirstOfLine ? 'before' : 'behind';
}
