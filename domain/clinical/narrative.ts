import { backgroundLines } from './background.ts';
import type { CompiledKnowledge } from './compiled.ts';
import { demographicLines, sayStatement, type Statement } from './statements.ts';
import type { ClinicalCase, Outcome, Summary } from './types.ts';
import { DISCLAIMER, inSentence, levelText, percent, type Language } from './wording.ts';

const NAMED_DIFFERENTIALS = 5;
/** Entries of each list of the profile; all of them stand in the structured context. */
const NAMED_ENTRIES = 10;

type NarrativeInput = {
  complaintText: string;
  clinicalCase: ClinicalCase;
  outcome: Outcome;
  statements: Statement[];
  isContext: (statement: Statement) => boolean;
};

const HEADINGS = {
  en: {
    patient: 'Patient',
    complaint: 'Presenting complaint',
    context: 'Relevant background',
    present: 'Reported',
    absent: 'Denied',
    flags: 'Red flags',
    none: 'none found',
    considered: 'To be considered, most probable first',
    nothing: 'No condition of the knowledge base stands out.',
    next: 'Recommended next step',
  },
  cs: {
    patient: 'Pacient',
    complaint: 'Hlavní potíže',
    context: 'Významné okolnosti',
    present: 'Udává',
    absent: 'Neguje',
    flags: 'Varovné příznaky',
    none: 'nezjištěny',
    considered: 'Ke zvážení, od nejpravděpodobnějšího',
    nothing: 'Žádná nemoc ze znalostní báze zřetelně nevyniká.',
    next: 'Doporučený další krok',
  },
} as const;

/** The summary as a readable text in both languages. */
export function buildNarratives(
  knowledge: CompiledKnowledge,
  input: NarrativeInput,
): Pick<Summary, 'narrative' | 'narrative_cs'> {
  return { narrative: narrative(knowledge, input, 'en'), narrative_cs: narrative(knowledge, input, 'cs') };
}

function narrative(knowledge: CompiledKnowledge, input: NarrativeInput, language: Language): string {
  const head = HEADINGS[language];
  const list = (wanted: (statement: Statement) => boolean): string =>
    input.statements
      .filter(wanted)
      .map((statement) => inSentence(sayStatement(statement, language)))
      .join('; ');
  const lines = [DISCLAIMER[language]];
  const add = (heading: string, text: string): void => {
    if (text !== '') lines.push(`${heading}: ${text.replace(/[.]$/, '')}.`);
  };
  add(head.patient, demographicLines(input.clinicalCase, language).join(', '));
  add(head.complaint, complaintWords(knowledge, input, language));
  add(
    head.present,
    list((statement) => statement.present && !input.isContext(statement)),
  );
  add(
    head.absent,
    list((statement) => !statement.present && !input.isContext(statement)),
  );
  add(
    head.context,
    list((statement) => statement.present && input.isContext(statement)),
  );
  const known = new Set(input.statements.map((statement) => sayStatement(statement, language)));
  for (const line of backgroundLines(input.clinicalCase.background, language, NAMED_ENTRIES)) {
    if (!known.has(line)) lines.push(`${line}.`);
  }
  add(head.flags, flagWords(knowledge, input.outcome, language) || head.none);
  const considered = differentialWords(knowledge, input.outcome, language);
  if (considered === '') lines.push(head.nothing);
  else add(head.considered, considered);
  add(head.next, levelText(input.outcome.triage_level, language));
  return lines.join('\n');
}

function complaintWords(knowledge: CompiledKnowledge, input: NarrativeInput, language: Language): string {
  const names = input.clinicalCase.complaints.flatMap((code) => {
    const complaint = knowledge.complaintByCode.get(code);
    return complaint === undefined || complaint.entry.fallback ? [] : [complaint.entry[language].name];
  });
  const quoted = input.complaintText.trim();
  const text = quoted === '' ? '' : language === 'cs' ? `„${quoted}“` : `"${quoted}"`;
  return [inSentence(names.join(', ')), text].filter((part) => part !== '').join(' ');
}

function flagWords(knowledge: CompiledKnowledge, outcome: Outcome, language: Language): string {
  return outcome.red_flags
    .map((flag) => inSentence(knowledge.ruleByCode.get(flag.flag)?.entry[language] ?? flag.description))
    .map((text) => text.replace(/[.]$/, ''))
    .join('; ');
}

function differentialWords(knowledge: CompiledKnowledge, outcome: Outcome, language: Language): string {
  return outcome.differentials
    .slice(0, NAMED_DIFFERENTIALS)
    .map((differential) => {
      const condition = knowledge.conditions.find((entry) => entry.entry.en.name === differential.diagnosis);
      const name = condition?.entry[language].name ?? differential.diagnosis;
      return `${inSentence(name)} (${differential.icd}, ${percent(differential.probability, language)})`;
    })
    .join('; ');
}
