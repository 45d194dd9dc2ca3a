/**
 * Parses JSON in UTF-8 that somebody else wrote, strictly: undefined where it is not valid, where an object names a key
 * twice (readers disagree on which one counts), or where one is called `__proto__`.
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return hasSoundKeys(text) ? value : undefined;
  } catch {
    // The parser's own message quotes the text.
    return undefined;
  }
}

/** Strings, and what opens or closes something; the rest of a valid text tells nothing of keys. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g;
const COLON_NEXT = /\s*:/y;

/** Walks a text that is known to be valid JSON, without recursion. */
function hasSoundKeys(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else {
      COLON_NEXT.lastIndex = index + token.length;
      const keys = open.at(-1);
      if (!keys || !COLON_NEXT.test(text)) continue;
      const key = JSON.parse(token) as string;
      if (key === '__proto__' || keys.has(key)) return false;
      keys.add(key);
    }
  }
  return true;
}
