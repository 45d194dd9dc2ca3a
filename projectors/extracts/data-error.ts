/** What whoever asks for facts got wrong, or what stands in the way, told in one line. Holds no value of a row and no key. */
export class DataError extends Error {}
