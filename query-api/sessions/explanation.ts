import { z } from 'zod';
import { text, truth } from '../../domain/kernel/fields.ts';
import {
  EVIDENCE_AGAINST,
  EVIDENCE_FOR,
  evidenceLineSchema,
  EXPLAINED_DIFFERENTIALS,
  questionReasonSchema,
  reasonWords,
  RED_FLAGS,
  triageReasonKind,
} from '../../domain/clinical/types.ts';
import {
  differentialSchema,
  questionSchema,
  sessionFields,
  triageLevel,
} from '../../shared/sessions/schemas.ts';

const labelled = evidenceLineSchema
  .omit({ weight: true })
  .meta({ id: 'LabelledFinding', description: 'A finding in words.' });

const source = text(
  'Where this is published.',
  'Swap CJ, Nagurney JT. Value and limitations of chest pain history. JAMA 2005;294:2623-9',
);
const nats = (description: string, example: number) => z.number().meta({ description, examples: [example] });

const sourcedLine = evidenceLineSchema
  .extend({
    weight: nats('How much it says, in nats, after damping; above 0 speaks for the diagnosis.', 1.107),
    source,
  })
  .meta({
    id: 'ExplainedEvidence',
    description: 'A finding that speaks for or against a diagnosis, with the source of its weight.',
  });

const openLine = labelled
  .extend({
    if_present: nats('What it would add if it were present, in nats.', -2.9957),
    if_absent: nats('What it would add if it were absent, in nats.', 0.2131),
    source,
  })
  .meta({
    id: 'OpenEvidence',
    description: 'Not known yet; what it would add to the diagnosis either way, in nats, before damping.',
  });

const named = z
  .object({
    code: text('Code of the rule, diagnosis or complaint.', 'rf_acs_features'),
    text: text('The same in English.', 'Chest pain with breathlessness, age 40 or over'),
    text_cs: text('The same in Czech.', 'Bolest na hrudi s dušností, věk 40 a více'),
    source,
  })
  .meta({ id: 'ExplainedReason', description: 'A rule, or another thing of the catalogue, in words.' });

export const explanation = z
  .object({
    session_id: sessionFields.session_id,
    engine_version: text('The engine that recorded the outcome.', '1.0.0+fa685815'),
    explained_by: text('The engine that gives these reasons.', '1.0.0+fa685815'),
    is_exact: truth('Whether the same engine recorded the outcome and gives the reasons.', true),
    differentials: z
      .array(
        z.object({
          ...differentialSchema.shape,
          evidence_for: z.array(sourcedLine).meta({ description: EVIDENCE_FOR }),
          evidence_against: z.array(sourcedLine).meta({ description: EVIDENCE_AGAINST }),
          unasked: z.array(openLine).meta({ description: 'What is not known yet, the most telling first.' }),
        }),
      )
      .meta({ description: EXPLAINED_DIFFERENTIALS }),
    other_probability: z
      .number()
      .min(0)
      .max(1)
      .meta({
        description:
          'Probability from 0 to 1 of all that stands outside the list, and outside the catalogue.',
        examples: [0.2524],
      }),
    question: z
      .object({
        question_id: questionSchema.shape.question_id,
        reason: questionReasonSchema.describe('Why it comes now.'),
        ...reasonWords,
        information: nats(
          'Information that its answer is expected to give, in nats, with weight on danger.',
          0.1742,
        ),
        rules: z.array(named).meta({ description: 'Red flags that a yes alone would complete.' }),
      })
      .nullable()
      .meta({ description: 'Why the current question is asked; null where there is none.' }),
    triage: z
      .object({
        level: triageLevel,
        kind: triageReasonKind.describe('What kind of thing decided.'),
        decided_by: named.meta({ description: 'What decided: the rule, diagnosis or complaint.' }),
        findings: z
          .array(labelled)
          .meta({ description: 'Findings on which the deciding rule rests; empty where no rule decided.' }),
        red_flags: z.array(named).meta({ description: RED_FLAGS }),
        unconfirmed: z.array(labelled).meta({
          description:
            'What a text tells and the level stands on, and what fits nothing else: it is asked for before anything else.',
        }),
      })
      .meta({ description: 'How the triage level came about.' }),
    advice: z
      .object({
        who: text('Who should see the patient, in English.', 'Emergency department'),
        who_cs: text('The same in Czech.', 'Urgentní příjem nemocnice'),
        how_soon: text('How soon, in English.', 'Now'),
        how_soon_cs: text('The same in Czech.', 'Ihned'),
      })
      .meta({ description: 'What the triage level asks for.' }),
  })
  .meta({ id: 'SessionExplanation', description: 'Why the session stands as it does.' });
