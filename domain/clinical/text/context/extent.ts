import type { Person } from './people.ts';

/** Tokens of something that was said about somebody; `last` is inclusive. */
export type Extent = { first: number; last: number };

/** An extent with the tokens that are its own words: a relative among them is part of what is said, not its owner. */
export type Worded = Extent & { own?: readonly number[] };

/**
 * A statement that helps to tell who the patient is: a present symptom, an age. `acute`: told as happening now. `lasting`:
 * a disease or a habit, which people also tell of their family. `denied`: not there. `age`: an age, which tells of nobody
 * that he is ill.
 */
export type Statement = Worded & { acute: boolean; lasting: boolean; denied: boolean; age?: true };

/** A statement with whom it belongs to. */
export type Owned = { person: Person; statement: Statement };
