/**
 * Lexical retrieval over the catalogue: which findings a text may speak of, also in words that no phrase of the lexicon
 * has. `compileIndex` makes the index when the knowledge base is compiled, `openIndex` makes `candidatesFor` of it, and
 * `findingsAtHand` names what the state of an interview makes likely, whatever the text.
 */
export { findingsAtHand } from './at-hand.ts';
export { suggest } from './suggestions.ts';
export { openIndex } from './candidates.ts';
export { compileIndex } from './compile.ts';
