import { z } from 'zod';
import { evidenceLineSchema, triageReasonSchema } from '../../domain/clinical/types.ts';
import { differentialSchema, triageLevelSchema } from '../../shared/sessions/schemas.ts';

const labelled = evidenceLineSchema.omit({ weight: true }).meta({ id: 'LabelledFinding' });

const sourcedLine = evidenceLineSchema
  .extend({
    weight: z.number().meta({ description: 'In nats, after damping; above 0 speaks for the diagnosis.' }),
    source: z.string(),
  })
  .meta({ id: 'ExplainedEvidence' });

const openLine = labelled.extend({ if_present: z.number(), if_absent: z.number(), source: z.string() }).meta({
  id: 'OpenEvidence',
  description: 'Not known yet; what it would add to the diagnosis either way, in nats, before damping.',
});

const named = z
  .object({ code: z.string(), text: z.string(), text_cs: z.string(), source: z.string() })
  .meta({ id: 'ExplainedReason' });

export const explanation = z
  .object({
    session_id: z.uuid(),
    engine_version: z.string().meta({ description: 'The engine that recorded the outcome.' }),
    explained_by: z.string().meta({ description: 'The engine that gives these reasons.' }),
    is_exact: z.boolean(),
    differentials: z.array(
      z.object({
        ...differentialSchema.shape,
        evidence_for: z.array(sourcedLine),
        evidence_against: z.array(sourcedLine),
        unasked: z.array(openLine),
      }),
    ),
    other_probability: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'Of what stands outside the list and outside the catalogue.' }),
    question: z
      .object({
        question_id: z.string(),
        reason: z.enum([
          'unclear_answer',
          'confirmation',
          'safety_net',
          'own_words',
          'basics',
          'red_flag',
          'information',
        ]),
        text: z.string(),
        text_cs: z.string(),
        information: z.number().meta({ description: 'Expected, in nats, with weight on danger.' }),
        rules: z.array(named).meta({ description: 'Red flags that a yes alone would complete.' }),
      })
      .nullable(),
    triage: z.object({
      level: triageLevelSchema,
      kind: triageReasonSchema.shape.kind,
      decided_by: named,
      findings: z
        .array(labelled)
        .meta({ description: 'On which the deciding rule rests; empty where no rule decided.' }),
      red_flags: z.array(named),
      unconfirmed: z.array(labelled).meta({
        description:
          'What a text tells and the level stands on, and what fits nothing else: it is asked for before anything else.',
      }),
    }),
    advice: z.object({
      who: z.string(),
      who_cs: z.string(),
      how_soon: z.string(),
      how_soon_cs: z.string(),
    }),
  })
  .meta({ id: 'SessionExplanation' });
