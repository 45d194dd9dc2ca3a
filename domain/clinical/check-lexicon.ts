import type { Lexicon } from './lexicon-schema.ts';
import type { ClinicalContent } from './schema.ts';

type Lexicons = Record<'en' | 'cs', Lexicon>;

/** Words of what does not exist, and reassurances and frames that say one thing in English and another in Czech. */
export function checkLexicon(clinical: ClinicalContent, lexicons: Lexicons): string[] {
  return [
    ...lexiconIssues('en', clinical, lexicons.en),
    ...lexiconIssues('cs', clinical, lexicons.cs),
    ...reassuranceIssues(lexicons),
    ...frameIssues(lexicons),
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

function frameIssues({ en, cs }: Lexicons): string[] {
  return [...new Set([...en.findings.keys(), ...cs.findings.keys()])].flatMap((code) => {
    const [english, czech] = [en, cs].map(({ findings }) => JSON.stringify(findings.get(code)?.frames ?? []));
    return english === czech
      ? []
      : [`lexicon: findings.${code}: has one set of frames in English and another in Czech`];
  });
}
