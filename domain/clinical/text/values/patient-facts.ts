import type { Informant, Sex } from '../../types.ts';
import { assertionOf } from '../context/assertion.ts';
import { words } from '../language/word-list.ts';
import type { TextReading } from '../reader-state.ts';
import { isOnlyLook } from './pregnancy.ts';
import { readSexes } from './sexes.ts';

/** The patient's age in months: the first age in the text that is nobody else's. */
export function readPatientAge(reading: TextReading): number | null {
  return reading.ages.find((age) => !reading.patient.isOther(age))?.months ?? null;
}

/** The patient's sex, where the text says it of the patient; null where it does not or says both. */
export function readPatientSex(reading: TextReading): Sex | null {
  const { passage, ages, patient, context } = reading;
  const told = readSexes(passage, ages).find((mention) => !patient.isOther(mention));
  if (told !== undefined) return told.sex;
  const pregnant = passage.tokens.findIndex(
    ({ word }, at) => /^(pregnant|tehotna|tehotnou)$/.test(word) && !isOnlyLook(passage.tokens, at),
  );
  if (pregnant !== -1) {
    const extent = { first: pregnant, last: pregnant };
    const { polarity, hypothetical, past, uncertain, family, others } = assertionOf(
      context,
      extent,
      new Set(),
    );
    const doubtful = hypothetical || past || uncertain || family || others;
    // Also who says that she is not is "těhotná".
    const isSaid = polarity === 'present' || passage.tokens[pregnant]?.word !== 'pregnant';
    if (isSaid && !doubtful && !patient.isOther(extent)) return 'female';
  }
  if (patient.name === 'self' || patient.name === 'unnamed')
    return reading.namesOthers ? null : sexOfSpeaker(reading);
  if (patient.name.endsWith(' m')) return 'male';
  if (patient.name.endsWith(' f')) return 'female';
  return null;
}

const INFORMANTS: Readonly<Record<string, Informant>> = {
  self: 'patient',
  child: 'parent_or_carer',
  partner: 'partner',
  kin: 'relative',
  friend: 'other',
  third: 'other',
};

/** Who writes, by how he speaks of the patient; null where that does not show. Of an answer the question has chosen the words. */
export function readInformant({ patient, isAnswer }: TextReading): Informant | null {
  const [kind = ''] = patient.name.split(' ');
  return isAnswer ? null : (INFORMANTS[kind] ?? null);
}

/** Nouns that look like a masculine past tense beside "jsem". */
const NOT_A_VERB = new Set(words('kasel uhel sval cil dil zal bal'));

/** Czech past tense of the first person tells the speaker's sex: "zvracela jsem", "byl jsem". Both told: null. */
function sexOfSpeaker(reading: TextReading): Sex | null {
  const { tokens } = reading.passage;
  let found: Sex | null = null;
  for (const [at, token] of tokens.entries()) {
    if (token.word !== 'jsem') continue;
    for (const beside of [tokens[at - 1], tokens[at + 1], tokens[at + 2]]) {
      const sex = beside?.kind === 'word' && !NOT_A_VERB.has(beside.word) ? sexOfVerb(beside.word) : null;
      if (sex !== null && found !== null && sex !== found) return null;
      found = sex ?? found;
    }
  }
  return found;
}

function sexOfVerb(word: string): Sex | null {
  if (/[a-z]{2}la$/.test(word)) return 'female';
  return /[a-z]{2}l$/.test(word) ? 'male' : null;
}
