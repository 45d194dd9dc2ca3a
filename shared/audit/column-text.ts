import pg from 'pg';

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];
type Reader = (text: string) => unknown;

/** Type of a list of texts (`text[]`) in Postgres. */
const TEXT_LIST = 1009;

/** Reads columns of some types in ways of a statement's own, the others as everywhere. */
const typesWith = (own: ReadonlyMap<number, Reader>): Pick<pg.CustomTypesConfig, 'getTypeParser'> => ({
  getTypeParser: (oid: TypeId) => own.get(oid) ?? (pg.types.getTypeParser(oid) as Reader),
});

const asIs: Reader = (text) => text;
const hex: Reader = (text) => text.slice(2);

/** Hashes as hex instead of bytes that are turned into it again. */
export const HASHES_AS_HEX = typesWith(new Map<number, Reader>([[pg.types.builtins.BYTEA, hex]]));

/** Also times without a zone and lists of names as the database writes them. */
export const ROWS_AS_TEXT = typesWith(
  new Map<number, Reader>([
    [pg.types.builtins.BYTEA, hex],
    [pg.types.builtins.TIMESTAMP, asIs],
    [TEXT_LIST, asIs],
  ]),
);

/** A time (ISO 8601, milliseconds) as the database writes it: without the zeros at the end of its fraction. */
export const timeText = (at: string): string =>
  `${at.slice(0, 10)} ${at.slice(11, -1).replace(/\.?0+$/, '')}`;

/** A list of names as the database writes it. */
export const namesText = (names: readonly string[]): string => `{${names.map(nameText).join(',')}}`;

const nameText = (name: string): string =>
  name === '' || /["\\{},\s]/.test(name) || name.toUpperCase() === 'NULL'
    ? `"${name.replace(/["\\]/g, '\\$&')}"`
    : name;
