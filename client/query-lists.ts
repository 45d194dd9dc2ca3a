// Generated from the routes by npm run generate.
/** Lists of a query that go into one parameter, with commas; all others are repeated. */
export const COMMA_LISTS: ReadonlySet<string> = new Set(['status', 'triage_level', 'types']);
