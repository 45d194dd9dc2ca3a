import type { Lexicon } from './lexicon-schema.ts';
import type { ClinicalContent } from './schema.ts';

type Lexicons = Record<'en' | 'cs', Lexicon>;

/** Words of what does not exist, and reassurances that say one thing in English and another in Czech. */
export function checkLexicon(clinical: ClinicalContent, lexicons: Lexicons): string[] {
  return [
    ...lexiconIssues('en', clinical, lexicons.en),
    ...lexiconIssues('cs', clinical, lexicons.cs),
    ...reassuranceIssues(lexicons),
  ];
}

function lexiconIssues(language: string, clinical: ClinicalContent, lexicon: Lexicon): string[] {
  const unknown = (['complaints', 'findings', 'conditions'] as const).flatMap((section) =>
    [...lexicon[section].keys()]
      .filter((code) => !clinical[section].has(code))
      .map((code) => `lexicon/${language}: ${section}.${code}: nothing has this code`),
  );
  const unknownChoices = [...lexicon.findings].flatMap(([code, { choices }]) => {
    const value = clinical.findings.get(code)?.value;
    const known = new Set(value?.type === 'choice' ? value.choices.map((choice) => choice.value) : []);
    return Object.keys(choices)
      .filter((choice) => !known.has(choice))
      .map((choice) => `lexicon/${language}: findings.${code}: it has no choice ${choice}`);
  });
  return [...unknown, ...unknownChoices];
}

function reassuranceIssues({ en, cs }: Lexicons): string[] {
  return [...en.reassurances].flatMap(([code, { phrases: _, ...english }]) => {
    const other = cs.reassurances.get(code);
    if (other === undefined) return [];
    const { phrases: __, ...czech } = other;
    if (JSON.stringify(english) === JSON.stringify(czech)) return [];
    return [`lexicon: reassurances.${code}: denies one thing in English and another in Czech`];
  });
}
