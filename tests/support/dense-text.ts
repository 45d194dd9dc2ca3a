import { loadKnowledge } from '../../shared/clinical/load-knowledge.ts';

const { knowledge } = await loadKnowledge();
const names = knowledge.findings.map(({ entry }) => entry.en.name).join(' ');

/** Nothing but names of findings: the most work that so many characters can make. */
export function denseText(characters: number): string {
  if (names.length < characters) throw new Error(`the findings have ${names.length} characters`);
  return names.slice(0, characters);
}
