/**
 * Text that neither Postgres nor a strict UTF-8 reader can hold: U+0000, and halves of a surrogate pair. With the
 * `u` flag a whole pair is one code point, so only unpaired halves match.
 */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const UNSTORABLE_ALL = /[\0\p{Surrogate}]/gu;

/** Whether a text holds U+0000 or an unpaired surrogate. */
export function isUnstorable(text: string): boolean {
  return UNSTORABLE.test(text);
}

/** The text with U+FFFD in place of what `isUnstorable` finds; for names that we must show. */
export function showable(text: string): string {
  return text.replace(UNSTORABLE_ALL, '\uFFFD');
}

/** Length in Unicode code points: what a person calls characters, and what JSON Schema's maxLength counts. */
export function codePointLength(text: string): number {
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g);
  return text.length - (pairs?.length ?? 0);
}

/** 1 to 128 visible ASCII characters: the shape of ids and header values. */
export function isVisibleAscii(text: string): boolean {
  return /^[\x21-\x7e]{1,128}$/.test(text);
}
