/** The fields of a body that say something: null is read as left out. */
export const givenFields = <T extends Record<string, unknown>>(
  fields: T,
): { [Name in keyof T]?: NonNullable<T[Name]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as {
    [Name in keyof T]?: NonNullable<T[Name]>;
  };
