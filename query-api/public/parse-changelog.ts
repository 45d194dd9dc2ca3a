/** The kinds of change of "Keep a Changelog" 1.1.0. */
export const CHANGE_KINDS = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export type ChangelogEntry = {
  /** `unreleased` for what is not out yet. */
  version: string;
  /** YYYY-MM-DD, null for what is not out yet. */
  date: string | null;
  sections: { kind: ChangeKind; changes: string[] }[];
};

const ENTRY = /^## \[(?:(Unreleased)|(\d+\.\d+\.\d+))\](?: - (\d{4}-\d{2}-\d{2}))?$/;
const SECTION = /^### (\w+)$/;
const CHANGE = /^- (\S.*)$/;
const CONTINUED = /^\s+(\S.*)$/;

/** Reads a changelog in the form of keepachangelog.com. Throws with the number of a line that does not fit. */
export function parseChangelog(markdown: string): ChangelogEntry[] {
  const entries: ChangelogEntry[] = [];
  for (const [index, line] of markdown.split('\n').entries()) {
    const fail = (): never => {
      throw new Error(`CHANGELOG.md, line ${index + 1}: not in the form of keepachangelog.com`);
    };
    const entry = entries.at(-1);
    if (line.startsWith('## ')) {
      const [, unreleased, version, date] = ENTRY.exec(line) ?? fail();
      if ((unreleased === undefined) !== (date !== undefined)) fail();
      entries.push({ version: version ?? 'unreleased', date: date ?? null, sections: [] });
      // What stands above the first version, and blank lines, are for readers of the file.
    } else if (entry !== undefined && line !== '' && !readLine(entry, line)) fail();
  }
  return entries;
}

/** Adds a line below a version to it; false for one that has no place there. */
function readLine(entry: ChangelogEntry, line: string): boolean {
  const name = SECTION.exec(line)?.[1]?.toLowerCase();
  const kind = CHANGE_KINDS.find((known) => known === name);
  if (kind !== undefined) {
    entry.sections.push({ kind, changes: [] });
    return true;
  }
  const changes = entry.sections.at(-1)?.changes;
  if (changes === undefined) return false;
  const change = CHANGE.exec(line)?.[1];
  const rest = CONTINUED.exec(line)?.[1];
  if (change !== undefined) changes.push(change);
  else if (rest !== undefined && changes.length > 0) changes.push(`${changes.pop() ?? ''} ${rest}`);
  else return false;
  return true;
}
