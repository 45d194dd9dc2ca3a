import type { CompiledKnowledge } from './compiled.ts';

type Phrased = { code: string; words: string[] };

/** Phrases that two entries of one kind claim, or that an entry lists twice, without regard to case and accents. */
export function phraseClashes(knowledge: CompiledKnowledge): string[] {
  const languages = ['en', 'cs'] as const;
  return languages.flatMap((language) => [
    ...clashesIn(
      `findings (${language})`,
      knowledge.findings.map(({ code, entry }) => ({
        code,
        words: [...entry[language].words, ...entry[language].fixed],
      })),
    ),
    ...clashesIn(
      `conditions (${language})`,
      knowledge.conditions.map(({ code, entry }) => ({
        code,
        words: [entry[language].name, ...entry[language].words],
      })),
    ),
    ...clashesIn(
      `complaints (${language})`,
      knowledge.complaints.map(({ code, entry }) => ({
        code,
        words: [entry[language].name, ...entry[language].words],
      })),
    ),
  ]);
}

function clashesIn(kind: string, entries: Phrased[]): string[] {
  const owners = new Map<string, string>();
  const issues: string[] = [];
  for (const { code, words } of entries) {
    for (const word of words) {
      const key = fold(word);
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, code);
      else issues.push(`${kind}: "${word}" belongs to ${owner} and to ${code}`);
    }
  }
  return issues;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();
}
