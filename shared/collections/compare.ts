/** The order of two numbers or texts, by code units: for `sort`. */
export const compare = <T extends number | string>(one: T, other: T): number =>
  one === other ? 0 : one < other ? -1 : 1;
