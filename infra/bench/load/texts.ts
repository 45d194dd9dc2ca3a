import type { Sex } from '../../../domain/clinical/types.ts';
import type { Random } from './random.ts';

/** What simulated patients say. Fixed lists: the same seed gives the same interviews. */
const COMPLAINTS = [
  'chest pain since this morning',
  'bad headache for two days',
  'stomach ache and nausea',
  'fever and chills',
  'cough and shortness of breath',
  'lower back pain after lifting',
  'sore throat, hurts to swallow',
  'dizzy when I stand up',
  'bolest na hrudi od rána',
  'bolí mě hlava a je mi zle',
] as const;

/** Mostly bare answers, as forms give them, and now and then a sentence. */
const ANSWERS = [
  'no',
  'no',
  'no',
  'yes',
  'yes',
  'ne',
  'ano',
  "I don't know",
  'No, nothing like that.',
  'Yes, since yesterday evening.',
  'Yes, and it gets worse when I walk up the stairs.',
  'Not really, only a little in the morning.',
  'About three days now, the pain comes and goes.',
  'Ne, teplotu nemám a nezvracím.',
] as const;

const SENTENCES = [
  'It started about three days ago with a dull pain in the middle of my chest.',
  'The pain spreads into my left arm and sometimes into the jaw.',
  'I have no fever, I do not cough and I have not vomited.',
  'I feel short of breath when I climb the stairs and I am sweating a lot.',
  'My temperature was 38.4 this morning and my pulse was 96.',
  'I take pills for high blood pressure and I smoke ten cigarettes a day.',
  'My head hurts behind the eyes, light bothers me, and my neck is not stiff.',
  'Bolí mě břicho vpravo dole, mám horečku a od včera zvracím.',
  'Nemám vyrážku, závratě ani potíže s močením.',
  'I am 57 years old and my father had a heart attack at fifty.',
] as const;

export type Opening = { chief_complaint: string; age: number; sex: Sex };

export const opening = (random: Random): Opening => ({
  chief_complaint: random.pick(COMPLAINTS),
  age: random.between(18, 90),
  sex: random.pick(['female', 'male'] as const),
});

export const answerText = (random: Random): string => random.pick(ANSWERS);

/** Text about complaints of exactly `length` characters, negations and values among it. */
export function longText(random: Random, length: number): string {
  let text = '';
  while (text.length < length) text += `${random.pick(SENTENCES)} `;
  return text.slice(0, length);
}
