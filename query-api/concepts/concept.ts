import { z } from 'zod';
import { answerForm, answerTypeSchema } from '../../domain/clinical/types.ts';
import { text, texts } from '../../domain/kernel/fields.ts';

export const conceptType = z.enum(['complaint', 'finding', 'risk_factor', 'condition', 'flag']).meta({
  id: 'ConceptType',
  description:
    'A complaint that a session is opened for; a finding or risk factor, which fields take; a condition, which is a ' +
    'diagnosis; or a red flag.',
  examples: ['finding'],
});

export const conceptSchema = z
  .object({
    code: text('What stands in fields, flags and answers.', 'temperature_c'),
    type: conceptType.describe('What kind of thing it is.'),
    name: text('What a clinician calls it, in English.', 'Body temperature'),
    name_cs: text('The same in Czech.', 'Tělesná teplota'),
    synonyms: texts('Other words for it in English.', 'fever of'),
    synonyms_cs: texts('Other words for it in Czech.', 'teplota'),
    value_type: z
      .enum(['boolean', 'number', 'choice'])
      .meta({ id: 'ConceptValueType', description: 'What a field holds.', examples: ['number'] })
      .nullable()
      .meta({
        description: 'What a field with this code holds; null for what is no field.',
        examples: ['number'],
      }),
    allowed_values: texts('Codes of a choice; null for what is no choice.', 'mild').nullable(),
    answer_type: answerTypeSchema
      .nullable()
      .describe('Which form an answer about it takes, as in current_question; null for what is no field.'),
    ...answerForm,
    minimum: z
      .number()
      .nullable()
      .meta({
        description: 'Smallest number that is taken, in that unit; null where there is none.',
        examples: [30],
      }),
    maximum: z
      .number()
      .nullable()
      .meta({
        description: 'Largest number that is taken, in that unit; null where there is none.',
        examples: [44],
      }),
    icd: text('ICD-10 code of a condition; null for everything else.', 'I20.8').nullable(),
  })
  .meta({ id: 'Concept', description: 'Something that the service knows: an entry of its catalogue.' });
