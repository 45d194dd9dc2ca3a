import { character } from './patterns.ts';

/**
 * What nobody sees, by Unicode's own properties: blanks, control and format characters (joiners, marks of direction, tags),
 * what is ignored by default, halves of surrogate pairs, and the code points that never become characters. Code points
 * without a meaning yet, and those of private use, count as seen: what is taken once has to be found again.
 */
const UNSEEN = String.raw`\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}`;
/** Drawn empty, which no property tells: blanks of Braille and hieroglyphs, the Khitan filler, a note without a head. */
const EMPTY = String.raw`\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}`;
/** Formats that are drawn, around or over the number behind them (Prepended_Concatenation_Mark). */
const DRAWN_FORMATS = String.raw`\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}`;

/** `.` and `..` as a segment of a path would name another resource. Blanks (U+0020) stand inside only. */
const idOf = (seen: string): string => String.raw`^(?!\.{1,2}$)(${seen}( *${seen})*)?$`;

/** The visible characters of any script, with blanks inside, but not `.` or `..`; or nothing. */
export const VISIBLE_ID = new RegExp(idOf(`(?:[^${UNSEEN}${EMPTY}]|[${DRAWN_FORMATS}])`), 'u');

/** The same for the description: without properties and without the `u` flag, which validators of few languages know. */
const LISTED =
  String.raw`\s\x01-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e` +
  String.raw`\u2060-\u206f\u2800\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff`;
/** Beyond U+FFFF: of hieroglyphs, Khitan, shorthand, music and tags, and the two code points at the end of each plane. */
const LISTED_PAIRS =
  String.raw`(?!\ud80d[\udc30-\udc3f\udc41\udc42]|\ud81b\udfe4|\ud82f[\udca0-\udca3]|\ud834[\udd59\udd73-\udd7a]` +
  String.raw`|[\udb40-\udb43]|[\ud83f\ud87f\ud8bf\ud8ff\ud93f\ud97f\ud9bf\ud9ff\uda3f\uda7f\udabf\udaff\udb3f\udb7f` +
  String.raw`\udbbf\udbff][\udffe\udfff])`;
export const VISIBLE_ID_PATTERN = idOf(`${LISTED_PAIRS}${character(LISTED)}`);
