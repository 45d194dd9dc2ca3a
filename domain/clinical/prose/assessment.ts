import { reasonWords } from '../reason-words.ts';
import { mayApply } from '../demographics.ts';
import { PRESENT } from '../facts.ts';
import type { Differential, Outcome, TriageLevel, TriageReason } from '../types.ts';
import { LEVEL_EMERGENCY } from '../triage.ts';
import { worseText, type Language } from '../wording.ts';
import { asSentence, enumerate, inSentence } from './names.ts';
import { percent } from './quantities.ts';
import type { Picture } from './weighing.ts';

const NAMED_FLAGS = 5;
const NAMED_DIFFERENTIALS = 5;
const NAMED_DANGERS = 6;

type Told = Record<Language, string>;

const LEVELS: Record<TriageLevel, Told> = {
  emergency_ambulance: { en: 'emergency, ambulance needed', cs: 'akutní stav, nutná záchranná služba' },
  emergency: { en: 'emergency', cs: 'akutní stav' },
  urgent: { en: 'urgent, to be seen within 24 hours', cs: 'naléhavé, vyšetření do 24 hodin' },
  routine: { en: 'routine', cs: 'běžné objednání' },
  self_care: { en: 'care at home', cs: 'domácí péče' },
};

const REASONS: Record<TriageReason['kind'], Record<Language, (text: string) => string>> = {
  rule: {
    en: (text) => `on account of a warning sign: ${text}`,
    cs: (text) => `pro varovný příznak: ${text}`,
  },
  risk: {
    en: (text) => `because a dangerous condition is probable enough: ${text}`,
    cs: (text) => `protože je dostatečně pravděpodobná nebezpečná nemoc: ${text}`,
  },
  condition: {
    en: (text) => `as the likely conditions call for it, above all: ${text}`,
    cs: (text) => `vyžadují to pravděpodobné nemoci, především: ${text}`,
  },
  complaint: {
    en: (text) => `by the complaint as such: ${text}`,
    cs: (text) => `podle potíží samotných: ${text}`,
  },
  self_care: {
    en: (text) => `the criteria for it are met: ${text}`,
    cs: (text) => `podmínky jsou splněny: ${text}`,
  },
};

const NOT_RECOGNISED: Told = {
  en: 'the complaint was not recognised',
  cs: 'potíže nebyly rozpoznány',
};
const NO_SELF_CARE: Told = {
  en: 'the criteria for care at home are not established',
  cs: 'podmínky pro domácí péči nejsou doloženy',
};

const withoutStop = (text: string): string => inSentence(text.replace(/[.]$/, ''));

/** The level and why, the warning signs, and the leading diagnoses with their certainty in words. */
export function assessmentText(picture: Picture, language: Language): string {
  const { outcome } = picture;
  const head = language === 'en' ? 'Triage level' : 'Naléhavost';
  const sentences = [
    `${head}: ${LEVELS[outcome.triage_level][language]} – ${reasonText(picture, language)}`,
    flagsText(outcome, language),
    differentialsText(outcome.differentials, language),
  ];
  return sentences
    .filter((sentence) => sentence !== '')
    .map(asSentence)
    .join(' ');
}

function reasonText({ knowledge, outcome }: Picture, language: Language): string {
  const { triage_reason: reason, triage_level } = outcome;
  if (reason.kind === 'complaint' && triage_level === 'routine') return NO_SELF_CARE[language];
  const words = reasonWords(knowledge, reason)?.[language];
  return words === undefined ? NOT_RECOGNISED[language] : REASONS[reason.kind][language](withoutStop(words));
}

/** The most urgent first; one that made the level stands there already and is the only one often. */
function flagsText({ red_flags: flags, triage_reason: reason }: Outcome, language: Language): string {
  if (flags.length === 0) return language === 'en' ? 'No warning signs found' : 'Varovné příznaky nezjištěny';
  const further = flags.filter(({ flag }) => reason.kind !== 'rule' || flag !== reason.code);
  if (further.length === 0) return '';
  const texts = further.map(({ description, description_cs }) =>
    withoutStop(language === 'cs' ? (description_cs ?? description) : description),
  );
  const head =
    further.length === flags.length
      ? { en: 'Warning signs', cs: 'Varovné příznaky' }
      : { en: 'Further warning signs', cs: 'Další varovné příznaky' };
  return `${head[language]}: ${enumerate(texts, language, NAMED_FLAGS)}`;
}

/** How sure a diagnosis is, from a probability on. */
const CERTAINTY: readonly { from: number; said: Told }[] = [
  { from: 0.75, said: { en: 'very likely', cs: 'velmi pravděpodobně' } },
  { from: 0.45, said: { en: 'likely', cs: 'pravděpodobně' } },
  { from: 0.15, said: { en: 'possible', cs: 'možná' } },
  { from: 0.03, said: { en: 'less likely', cs: 'méně pravděpodobně' } },
  { from: 0, said: { en: 'unlikely', cs: 'nepravděpodobně' } },
];

function differentialsText(differentials: readonly Differential[], language: Language): string {
  const named = differentials.slice(0, NAMED_DIFFERENTIALS);
  if (named.length === 0)
    return language === 'en'
      ? 'No condition of the knowledge base stands out'
      : 'Žádná nemoc ze znalostní báze zřetelně nevyniká';
  const groups = CERTAINTY.flatMap(({ from, said }, at) => {
    const below = CERTAINTY[at - 1]?.from ?? Infinity;
    const those = named
      .filter(({ probability }) => probability >= from && probability < below)
      .map((one) => differentialText(one, language));
    return those.length === 0 ? [] : [`${said[language]} ${those.join(', ')}`];
  });
  return `${language === 'en' ? 'Differential diagnosis' : 'Diferenciální diagnóza'}: ${groups.join('; ')}`;
}

function differentialText(
  { diagnosis, diagnosis_cs, icd, probability }: Differential,
  language: Language,
): string {
  const name = language === 'cs' ? (diagnosis_cs ?? diagnosis) : diagnosis;
  return `${inSentence(name)} (${icd}, ${percent(probability, language)})`;
}

/** What to do if it gets worse: below an emergency, the dangers of the complaint that are not there. */
export function safetyNetText(
  { knowledge, branches, state, demographics, outcome }: Picture,
  language: Language,
): string {
  const worse = worseText(outcome.triage_level);
  if (worse !== null) return worse[language];
  const net = [...new Set(branches.flatMap(({ safetyNet }) => safetyNet))].flatMap(
    (index) => knowledge.findings[index] ?? [],
  );
  const feared = net
    .filter(
      ({ index, applies, entry }) =>
        entry.kind === 'finding' &&
        entry.value === undefined &&
        knowledge.rulesOfFinding[index]?.some(({ level }) => level <= LEVEL_EMERGENCY) === true &&
        state.facts.status[index] !== PRESENT &&
        mayApply(applies, demographics.ageMonths, demographics.sex),
    )
    .slice(0, NAMED_DANGERS)
    .map(({ entry }) => inSentence(entry[language].name));
  if (feared.length === 0)
    return language === 'en'
      ? 'Seek care sooner if the condition worsens or something new appears.'
      : 'Při zhoršení nebo nových potížích vyhledejte lékaře dříve.';
  const lead =
    language === 'en'
      ? 'Seek care sooner if the condition worsens, and at once if any of these appears'
      : 'Při zhoršení vyhledejte lékaře dříve; ihned, objeví-li se některý z těchto příznaků';
  return asSentence(`${lead}: ${enumerate(feared, language)}`);
}
