/** The words of a table written as running text, so that long lists stay readable. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** A table `key: word word; key: word` as a map from word to key. */
export function wordMap(text: string): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const row of text.split(';')) {
    const [key, list] = row.split(':');
    if (key === undefined || list === undefined) continue;
    for (const word of words(list)) map.set(word, key.trim());
  }
  return map;
}
