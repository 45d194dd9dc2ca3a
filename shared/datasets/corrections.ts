import { moment, revisionColumn, sessionColumns, type Fact } from './dataset.ts';
import { code, KEPT, step, stepRevision, STEPS, steps } from './step-columns.ts';
import { accuracies } from './values.ts';

/** What was told or destroyed later. */

export const rectifications: Fact = {
  ...steps,
  name: 'rectifications',
  version: 1,
  about: 'A row a correction of a session.',
  key: ['session', 'step'],
  from: STEPS,
  where: "s.kind = 'rectified'",
  columns: [
    ...sessionColumns('s'),
    step,
    {
      name: 'at',
      type: 'datetime',
      sql: moment('s.at'),
      meaning: 'When it was (UTC).',
      sensitivity: 'quasi',
    },
    {
      name: 'is_age_changed',
      type: 'boolean',
      sql: "'age' = ANY (s.changed_fields)",
      meaning: 'Whether the age was corrected.',
      sensitivity: 'none',
    },
    {
      name: 'is_sex_changed',
      type: 'boolean',
      sql: "'sex' = ANY (s.changed_fields)",
      meaning: 'Whether the sex was corrected.',
      sensitivity: 'none',
    },
    {
      name: 'answers_cleared',
      type: 'integer',
      sql: 's.cleared',
      meaning: 'How many answers were cleared.',
      sensitivity: 'none',
    },
    stepRevision,
  ],
};

export const feedback: Fact = {
  ...steps,
  name: 'feedback',
  version: 1,
  about: 'A row a feedback: what the clinic found out later.',
  key: ['session', 'step'],
  from: STEPS,
  where: "s.kind = 'feedback'",
  columns: [
    ...sessionColumns('s'),
    step,
    {
      name: 'at',
      type: 'datetime',
      sql: moment('s.at'),
      meaning: 'When it was given (UTC).',
      sensitivity: 'quasi',
    },
    code('accuracy', {
      sql: 's.accuracy',
      values: accuracies,
      meaning: 'How right the first diagnosis was.',
    }),
    code('actual_icd', {
      sql: 's.actual_icd',
      meaning: 'ICD-10 code of the diagnosis that was made; empty where none was told.',
      nullable: true,
    }),
    stepRevision,
  ],
};

/** What a recipient must delete: the first thing that it applies of an extract. */
export const tombstones: Fact = {
  ...steps,
  name: 'tombstones',
  version: 1,
  about:
    'A row a session or step whose rows must be deleted, in every dataset with a column `session`, before the rows of the same extract are merged.',
  key: ['session', 'step'],
  from: STEPS,
  where: `(NOT (${KEPT}) OR s.changed_position IS NOT NULL)`,
  window: ({ since, until }) =>
    `s.position <= ${until} AND ((NOT (${KEPT}) AND s.position > ${since}) OR (s.changed_position > ${since} AND s.changed_position <= ${until}))`,
  columns: [
    ...sessionColumns('s'),
    {
      name: 'step',
      type: 'integer',
      sql: `CASE WHEN ${KEPT} THEN s.revision ELSE -1 END`,
      meaning: 'The step whose rows go; -1: all rows of the session.',
      sensitivity: 'none',
    },
    {
      name: 'cause',
      type: 'string',
      sql: `CASE WHEN ${KEPT} THEN 'rectified' ELSE s.kind END`,
      values: ['erased', 'pruned', 'rectified'],
      meaning:
        'erased: on request. pruned: it was kept long enough. rectified: an answer was cleared, and with it what was concluded from it.',
      sensitivity: 'none',
    },
    {
      name: 'at',
      type: 'datetime',
      sql: moment(`CASE WHEN ${KEPT} THEN s.changed_at ELSE s.at END`),
      meaning: 'When it was destroyed (UTC).',
      sensitivity: 'none',
    },
    revisionColumn('coalesce(s.changed_revision, s.revision)'),
  ],
};
