import { z } from 'zod';
import { text, truth } from '../kernel/fields.ts';
import { findingCode } from './evidence.ts';

/** What is put to the patient, and the form that its answer takes. Recorded with the outcome that asks it. */

/** Which form an answer takes; `choices` (several of a list) is not asked for by any question so far. */
export const answerTypeSchema = z.enum(['boolean', 'choice', 'choices', 'number', 'duration', 'text']).meta({
  id: 'AnswerType',
  description:
    'The form of an answer. boolean: yes or no. choice: one of `choices`. choices: one or more of them. number: a number ' +
    "in `unit`. duration: a length of time, as a field in hours. text: the patient's own words.",
  examples: ['choice'],
});
export type AnswerType = z.output<typeof answerTypeSchema>;

export const choiceSchema = z
  .object({
    code: text('What a field holds where this is chosen.', 'right_lower'),
    text: text('The choice in English, to be shown to the patient.', 'right lower'),
    text_cs: text('The same in Czech.', 'vpravo dole'),
  })
  .meta({ id: 'AnswerChoice', description: 'One of the answers that can be chosen.' });
export type AnswerChoice = z.output<typeof choiceSchema>;

const CHOICES =
  'What can be chosen, as text or by its code; empty where nothing is. Each text is understood as raw_text.';
const UNIT =
  'Unit of the number, and of a duration as a field; null where it has none, or where it is no number.';

/** What an answer looks like: the same for a question and for its finding in the catalogue. */
export const answerForm = {
  choices: z.array(choiceSchema).meta({ description: CHOICES }),
  unit: text(UNIT, '°C').nullable(),
};

/** Of what an older engine concluded; it is shown as it was recorded. */
export const BEFORE_CODES = 'where an engine before 1.16.0 concluded it';

export const questionReasonSchema = z
  .enum(['unclear_answer', 'confirmation', 'safety_net', 'own_words', 'basics', 'red_flag', 'information'])
  .meta({
    id: 'QuestionReason',
    description:
      'Why a question comes now. unclear_answer: its first answer was unclear. confirmation: the level rests on it. ' +
      'safety_net: a danger of the complaint. own_words: the patient may tell freely. basics: asked for this ' +
      'complaint of everyone. red_flag: a yes would complete a rule. information: it narrows the diagnosis most.',
    examples: ['safety_net'],
  });
/** Why a question is asked now. */
export type QuestionReason = z.output<typeof questionReasonSchema>;

export const reasonWords = {
  text: text(
    'The reason in English.',
    'It belongs to the dangers that are ruled out first for this complaint.',
  ),
  text_cs: text('The same in Czech.', 'Patří k nebezpečím, která se u těchto obtíží vylučují jako první.'),
};

export const questionSchema = z
  .object({
    question_id: text('Goes with the answer; the code of the finding that it asks for.', 'has_dyspnoea'),
    text: text('The question in English, to be shown to the patient.', 'Are you short of breath?'),
    text_cs: text('The same in Czech.', 'Jste dušní, špatně se vám dýchá?'),
    answer_type: answerTypeSchema.describe('Which form its answer takes.'),
    ...answerForm,
    reason: z
      .object({ code: questionReasonSchema.describe('The kind of reason.'), ...reasonWords })
      .meta({ id: 'WhyAsked', description: 'Why a question is asked now.' })
      .nullable()
      .describe(`Why it is asked now; null ${BEFORE_CODES}.`),
    targets: z
      .array(findingCode)
      .meta({ description: 'Codes of the findings that the answer would settle.' }),
    is_red_flag: truth('Whether it asks for a sign of danger: a yes could raise a red flag.', true),
    is_reask: truth('Whether it is the last question once more, because its answer was unclear.', false),
  })
  .meta({ id: 'CurrentQuestion', description: 'A question for the patient, in English and in Czech.' });
export type Question = z.output<typeof questionSchema>;
