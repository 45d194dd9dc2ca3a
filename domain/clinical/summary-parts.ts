import { z } from 'zod';
import { text } from '../kernel/fields.ts';

/** Parts of a summary that it alone has, and who tells what it holds. */

export const informantSchema = z.enum(['patient', 'parent_or_carer', 'partner', 'relative', 'other']).meta({
  id: 'Informant',
  description:
    'Who tells of the patient: the patient; a parent or somebody else who cares for a child; husband, wife or partner; ' +
    'another relative; or somebody else, such as a friend or a clinician.',
  examples: ['patient'],
});
export type Informant = z.output<typeof informantSchema>;

/** Of what an older engine summarised. */
export const BEFORE_PROSE = 'where an engine before 1.17.0 concluded it';

const openPointKind = z.enum(['not_asked', 'unclear', 'skipped', 'unknown', 'corrected']).meta({
  id: 'OpenPointKind',
  description:
    'not_asked: a danger of the complaint that nothing told of. unclear: asked, and the answer was not clear. skipped: its ' +
    'question was skipped. unknown: the answer was "don\'t know". corrected: told otherwise before; the last counts.',
  examples: ['not_asked'],
});
export type OpenPointKind = z.output<typeof openPointKind>;

export const openPointSchema = z
  .object({
    kind: openPointKind.describe('In which way it is open, or that it was corrected.'),
    code: text('Code of the finding in the catalogue (GET /v1/concepts).', 'breathless_at_rest'),
    text: text(
      'The finding in English; of a correction also what was told before and later.',
      'Dyspnoea at rest',
    ),
    text_cs: text('The same in Czech.', 'Klidová dušnost'),
  })
  .meta({ id: 'OpenPoint', description: 'What is not known about the patient, or was corrected.' });
export type OpenPoint = z.output<typeof openPointSchema>;

const summarySectionKind = z
  .enum([
    'opening',
    'course',
    'findings',
    'negatives',
    'background',
    'measurements',
    'open_points',
    'assessment',
    'next_step',
    'safety_net',
  ])
  .meta({
    id: 'SummarySectionKind',
    description:
      'opening: who comes with what, since when, and who tells it. course: how it began and goes on. findings: by weight. ' +
      'negatives: what was denied and would have changed level or diagnoses. background: risks and profile. open_points: ' +
      'what is not known, or was corrected. assessment: level and why, warning signs, diagnoses. safety_net: when to seek ' +
      'care sooner.',
    examples: ['opening'],
  });
export type SummarySectionKind = z.output<typeof summarySectionKind>;

export const summarySectionSchema = z
  .object({
    section: summarySectionKind.describe('What it tells.'),
    text: text('The section in English.', '55-year-old man. Presenting complaint: chest pain, for 2 hours.'),
    text_cs: text('The same in Czech.', '55letý muž. Hlavní potíže: bolest na hrudi, trvá 2 hodiny.'),
  })
  .meta({ id: 'SummarySection', description: 'A part of the narrative, in both languages.' });
export type SummarySection = z.output<typeof summarySectionSchema>;
