import { z } from 'zod';
import { share, text, texts } from '../kernel/fields.ts';

/** Where in the source text something was read: UTF-16 offsets, end exclusive. */
const textSpan = z
  .object({
    start: z
      .int32()
      .min(0)
      .meta({ description: 'First character, counted in UTF-16 units from 0.', examples: [0] }),
    end: z
      .int32()
      .min(0)
      .meta({ description: 'First character after it, counted in the same way.', examples: [10] }),
    text: text('These characters.', 'chest pain'),
  })
  .meta({
    id: 'TextSpan',
    description: 'A place in the source text.',
  });

const confidence = share(
  'How sure the source is, from 0 to 1; 1 for fields sent without a confidence.',
  0.95,
);

export const findingCode = text('Code of the finding in the catalogue (GET /v1/concepts).', 'has_chest_pain');

/** A sentence of which nothing was understood, and the findings that it may speak of, the likeliest first. */
export const unreadSentence = z
  .object({
    span: textSpan.describe('Where it stands.'),
    suggests: texts(
      'Codes of the findings that have the most words in common with it: they are asked for, and not believed.',
      'has_chest_pain',
    ),
  })
  .meta({ id: 'UnreadSentence', description: 'A sentence of which the built-in reader understood nothing.' });
export type UnreadSentence = z.output<typeof unreadSentence>;

/** One thing known about the patient. `value` is in the catalogue's unit of that finding. */
export const evidenceSchema = z
  .object({
    finding: findingCode,
    status: z
      .enum(['present', 'absent', 'unknown'])
      .meta({
        id: 'EvidenceStatus',
        description: 'The patient has it; does not have it; or does not know.',
        examples: ['present'],
      })
      .describe('Whether the patient has it.'),
    value: z
      .union([z.number(), z.string()])
      .optional()
      .meta({
        description:
          'What was measured, in the unit that the catalogue gives for the finding, or the code of what was chosen; left ' +
          'out for a finding that is only present or absent.',
        examples: [38.5],
      }),
    confidence,
    source: z
      .enum(['client', 'text', 'profile'])
      .meta({
        id: 'EvidenceSource',
        description: "Who says it: fields or flags of the caller, a text, or the patient's profile.",
        examples: ['text'],
      })
      .describe('Who says it.'),
    span: textSpan.optional().describe('Where in the text it was read; left out where no place says it.'),
    derived_from: z
      .array(text('A code of the catalogue.', 'headache'))
      .optional()
      .meta({
        description:
          'In place of a span: the codes that it follows from, such as a complaint that the text states.',
        examples: [['headache']],
      }),
  })
  .meta({
    id: 'Evidence',
    description: 'One thing that is known about the patient, and where it comes from.',
  });
export type Evidence = z.output<typeof evidenceSchema>;
