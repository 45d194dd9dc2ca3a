import type { QuestionReason, TriageLevel } from './types.ts';

export type Language = 'en' | 'cs';

/** What every summary says of itself. */
export const DISCLAIMER: Record<Language, string> = {
  en:
    'This is decision support and not a diagnosis: it does not replace examination by a clinician. ' +
    'No clinician has reviewed the knowledge base that it rests on yet.',
  cs:
    'Jde o podporu rozhodování, nikoli o diagnózu; nenahrazuje vyšetření lékařem. ' +
    'Znalostní bázi, o kterou se opírá, zatím žádný lékař neposoudil.',
};

const LEVELS: Record<TriageLevel, Record<Language, string>> = {
  emergency_ambulance: {
    en: 'Call an ambulance now (in Europe 112, in Czechia 155).',
    cs: 'Ihned volejte zdravotnickou záchrannou službu (155, případně 112).',
  },
  emergency: {
    en: 'Go to an emergency department now.',
    cs: 'Ihned vyhledejte urgentní příjem nemocnice.',
  },
  urgent: {
    en: 'Be seen by a clinician within 24 hours.',
    cs: 'Do 24 hodin navštivte lékaře.',
  },
  routine: {
    en: 'Make an ordinary appointment with a clinician.',
    cs: 'Objednejte se k lékaři v běžném termínu.',
  },
  self_care: {
    en: 'Manage at home, and seek care if the symptoms get worse, new ones appear, or they do not pass as expected.',
    cs: 'Potíže lze léčit doma. Vyhledejte lékaře, pokud se zhorší, objeví se nové nebo v obvyklé době neustoupí.',
  },
};

/** The recommended next step of a triage level. */
export function levelText(level: TriageLevel, language: Language): string {
  return LEVELS[level][language];
}

/** What to do if it gets worse, or what was feared appears: behind the next step. `null` asks for the dangers to be named. */
const WORSE: Record<TriageLevel, Record<Language, string> | null> = {
  emergency_ambulance: {
    en: 'Somebody should stay with the patient until help arrives, and tell the emergency line at once if the condition worsens.',
    cs: 'Do příjezdu pomoci má být někdo stále přítomen; zhoršení stavu ihned hlaste na linku 155, případně 112.',
  },
  emergency: {
    en: 'If the condition worsens on the way, call an ambulance (in Europe 112, in Czechia 155).',
    cs: 'Při zhoršení stavu cestou volejte záchrannou službu (155, případně 112).',
  },
  urgent: null,
  routine: null,
  self_care: null,
};

/** The safety net of an emergency; null for a level below. */
export const worseText = (level: TriageLevel): Record<Language, string> | null => WORSE[level];

type Advice = Record<'who' | 'howSoon', Record<Language, string>>;

const ADVICE: Record<TriageLevel, Advice> = {
  emergency_ambulance: {
    who: { en: 'Emergency medical services', cs: 'Zdravotnická záchranná služba' },
    howSoon: { en: 'Now: minutes count', cs: 'Ihned: jde o minuty' },
  },
  emergency: {
    who: { en: 'Emergency department', cs: 'Urgentní příjem nemocnice' },
    howSoon: { en: 'Now', cs: 'Ihned' },
  },
  urgent: {
    who: {
      en: 'General practitioner, or an out-of-hours service',
      cs: 'Praktický lékař, mimo ordinační dobu lékařská pohotovost',
    },
    howSoon: { en: 'Within 24 hours', cs: 'Do 24 hodin' },
  },
  routine: {
    who: { en: 'General practitioner', cs: 'Praktický lékař' },
    howSoon: { en: 'At the next ordinary appointment', cs: 'V nejbližším běžném termínu' },
  },
  self_care: {
    who: { en: 'Nobody; a pharmacist for advice', cs: 'Nikdo; o radu lze požádat lékárníka' },
    howSoon: {
      en: 'Only if it gets worse, something new appears, or it does not pass as expected',
      cs: 'Jen při zhoršení, nových potížích, nebo pokud to v obvyklé době nepřejde',
    },
  },
};

/** Who should see the patient, and how soon. */
export const adviceOf = (level: TriageLevel): Advice => ADVICE[level];

/** Stands behind what a text seems to say and nobody was asked. */
export const TO_CONFIRM: Record<Language, string> = {
  en: 'read in a text, to be confirmed',
  cs: 'vyčteno z textu, k ověření',
};

const REASONS: Record<QuestionReason, Record<Language, string>> = {
  unclear_answer: {
    en: 'The last answer to it was not clear.',
    cs: 'Poslední odpověď na ni nebyla jednoznačná.',
  },
  confirmation: {
    en: 'A text tells it and the level stands on it, but it fits nothing else that was told.',
    cs: 'Uvádí ji text a závisí na ní naléhavost, ale k ničemu dalšímu nesedí.',
  },
  safety_net: {
    en: 'It belongs to the dangers that are ruled out first for this complaint.',
    cs: 'Patří k nebezpečím, která se u těchto obtíží vylučují jako první.',
  },
  own_words: {
    en: 'What somebody tells of his own accord says more than answers to questions.',
    cs: 'To, co člověk řekne sám, poví víc než odpovědi na otázky.',
  },
  basics: {
    en: 'Every interview about this complaint needs it, or it stands between the patient and care at home.',
    cs: 'Potřebuje ji každý rozhovor o těchto obtížích, nebo na ní závisí, zda stačí léčba doma.',
  },
  red_flag: {
    en: 'A yes alone would complete a warning sign.',
    cs: 'Samotné ano by naplnilo varovný příznak.',
  },
  information: {
    en: 'Its answer is expected to tell most about the cause and about danger.',
    cs: 'Její odpověď by měla nejvíce napovědět o příčině a o nebezpečí.',
  },
};

/** Why a question is asked, in words. */
export const reasonText = (reason: QuestionReason, language: Language): string => REASONS[reason][language];
