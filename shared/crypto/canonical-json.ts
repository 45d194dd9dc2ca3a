/**
 * JSON with the keys of every object sorted by UTF-16 code units and without blanks (as in RFC 8785 for the values
 * that JSON.parse gives): the same value always makes the same text. Members that are undefined are left out.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = value as Record<string, unknown>;
  let text = '';
  for (const name of Object.keys(members).sort()) {
    if (members[name] === undefined) continue;
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${canonicalJson(members[name])}`;
  }
  return text === '' ? '{}' : `${text}}`;
}
