/** Letters that Czech has and English has not; without one a text may be either. */
export const languageHint = (text: string): 'cs' | null => (/[ěščřžůďťň]/i.test(text) ? 'cs' : null);
