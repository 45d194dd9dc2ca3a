import { moment, sessionColumns, type Fact } from './dataset.ts';
import { CLEARED, code, KEPT, level, step, stepRevision, STEPS, steps } from './step-columns.ts';
import { levels, ruleKinds, STEP_KINDS, stopReasons } from './values.ts';

/** What happened in sessions, beside the sessions themselves. */

export const sessionSteps: Fact = {
  ...steps,
  name: 'session_steps',
  version: 1,
  about: 'A row a step of a session: its opening, each answer, text, correction, its end and the feedback.',
  key: ['session', 'step'],
  from: STEPS,
  where: KEPT,
  columns: [
    ...sessionColumns('s'),
    step,
    {
      name: 'kind',
      type: 'string',
      sql: 's.kind',
      values: STEP_KINDS,
      meaning:
        'What it was. added: a report outside the asked questions. routed: a text that was read and merged.',
      sensitivity: 'none',
    },
    {
      name: 'at',
      type: 'datetime',
      sql: moment('s.at'),
      meaning: 'When it was (UTC).',
      sensitivity: 'quasi',
    },
    code('question', {
      sql: 's.question',
      meaning: `Code of the question that was answered or skipped; empty for other steps, and ${CLEARED}.`,
      nullable: true,
      references: 'questions.code',
    }),
    {
      name: 'is_skipped',
      type: 'boolean',
      sql: 's.skipped',
      meaning: 'Whether the question was skipped; empty where the step answers none.',
      nullable: true,
      sensitivity: 'none',
    },
    {
      name: 'is_unclear',
      type: 'boolean',
      sql: 's.unclear',
      meaning: `Whether the answer told nothing usable; empty where the step answers none, and ${CLEARED}.`,
      nullable: true,
      sensitivity: 'none',
    },
    {
      name: 'seconds_waited',
      type: 'integer',
      unit: 'seconds',
      sql: 's.waited_s',
      meaning: 'From the moment the question was put to its answer; empty where the step answers none.',
      nullable: true,
      sensitivity: 'none',
    },
    {
      name: 'findings',
      type: 'integer',
      sql: 'cardinality(s.findings)',
      meaning: `How many findings it told; 0 ${CLEARED.replace('empty ', '')}.`,
      sensitivity: 'clinical',
    },
    level('s.triage_level', `Triage level after it; empty where the step concludes nothing, and ${CLEARED}.`),
    code('top_icd', {
      sql: 's.icds[1]',
      meaning: 'ICD-10 code of the likeliest diagnosis after it; empty where there is none.',
      nullable: true,
    }),
    code('top_condition', {
      sql: "nullif(s.conditions[1], '')",
      meaning: 'Its code in the catalogue; empty where there is none.',
      nullable: true,
      references: 'conditions.code',
    }),
    {
      name: 'top_probability',
      type: 'number',
      sql: 's.probabilities[1]',
      meaning: 'Its probability, from 0 to 1; empty where there is none.',
      nullable: true,
      sensitivity: 'clinical',
    },
    code('next_question', {
      sql: 's.asks',
      meaning: 'Code of the question that is put after it; empty where none is.',
      nullable: true,
      references: 'questions.code',
    }),
    code('stop_reason', {
      sql: 's.stop_reason',
      values: stopReasons,
      meaning: 'What stopped the interview; empty while there is a question.',
      nullable: true,
    }),
    {
      name: 'questions_asked',
      type: 'integer',
      sql: 's.questions_asked',
      meaning: 'Questions that were answered or skipped so far.',
      sensitivity: 'none',
    },
    {
      name: 'engine_version',
      type: 'string',
      sql: 's.engine_version',
      meaning: 'Version of the engine that concluded; empty where nothing was concluded.',
      nullable: true,
      sensitivity: 'none',
      references: 'engine_versions.version',
    },
    stepRevision,
  ],
};

export const findings: Fact = {
  ...steps,
  name: 'findings',
  version: 1,
  about: 'A row a finding and step: what each step told, as present, absent or unknown.',
  key: ['session', 'step', 'finding', 'origin'],
  from: `${STEPS} CROSS JOIN LATERAL unnest(s.findings) AS f (told)`,
  where: KEPT,
  columns: [
    ...sessionColumns('s'),
    step,
    code('finding', {
      sql: 'substr(f.told, 4)',
      meaning: 'Code of the finding.',
      references: 'findings_catalogue.code',
    }),
    code('status', {
      sql: "CASE substr(f.told, 1, 1) WHEN 'p' THEN 'present' WHEN 'a' THEN 'absent' ELSE 'unknown' END",
      values: ['present', 'absent', 'unknown'],
      meaning: 'Whether the patient has it.',
    }),
    {
      name: 'origin',
      type: 'string',
      sql: "CASE substr(f.told, 2, 1) WHEN 'q' THEN 'asked' WHEN 'd' THEN 'derived' WHEN 'r' THEN 'profile' ELSE 'told' END",
      values: ['asked', 'told', 'derived', 'profile'],
      meaning:
        "How it came: by a question about it; told without a question; it follows from something else that was told; from the patient's profile.",
      sensitivity: 'none',
    },
    stepRevision,
  ],
};

export const differentials: Fact = {
  ...steps,
  name: 'differentials',
  version: 1,
  about: 'A row a possible diagnosis and step that concluded something.',
  key: ['session', 'step', 'rank'],
  from: `${STEPS} CROSS JOIN LATERAL unnest(s.icds, s.conditions, s.probabilities) WITH ORDINALITY AS d (icd, condition, probability, rank)`,
  where: KEPT,
  columns: [
    ...sessionColumns('s'),
    step,
    {
      name: 'rank',
      type: 'integer',
      sql: 'd.rank::int',
      meaning: 'Place in the list, 1 for the likeliest.',
      sensitivity: 'none',
    },
    code('icd', { sql: 'd.icd', meaning: 'ICD-10 code of the diagnosis.' }),
    code('condition', {
      sql: "nullif(d.condition, '')",
      meaning: 'Its code in the catalogue; empty where an engine before 1.16.0 concluded it.',
      nullable: true,
      references: 'conditions.code',
    }),
    {
      name: 'probability',
      type: 'number',
      sql: 'd.probability',
      meaning: 'Its probability, from 0 to 1.',
      sensitivity: 'clinical',
    },
    {
      name: 'is_final',
      type: 'boolean',
      sql: "s.kind = 'finalized'",
      meaning: 'Whether it is the list at the end of a finalized session.',
      sensitivity: 'none',
    },
    stepRevision,
  ],
};

export const redFlags: Fact = {
  ...steps,
  name: 'red_flags',
  version: 1,
  about: 'A row a red flag and step that brought it.',
  key: ['session', 'step', 'flag'],
  from: `${STEPS} CROSS JOIN LATERAL unnest(s.new_flags) AS f (flag)`,
  where: KEPT,
  columns: [
    ...sessionColumns('s'),
    step,
    {
      name: 'at',
      type: 'datetime',
      sql: moment('s.at'),
      meaning: 'When it was seen (UTC).',
      sensitivity: 'quasi',
    },
    code('flag', { sql: 'f.flag', meaning: 'Code of the red flag.', references: 'rules.code' }),
    stepRevision,
  ],
};

export const triageChanges: Fact = {
  ...steps,
  name: 'triage_changes',
  version: 1,
  about: 'A row a step that changed the triage level.',
  key: ['session', 'step'],
  from: STEPS,
  where: `${KEPT} AND s.triage_level <> s.previous_level`,
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
    code('from_level', { sql: 's.previous_level', values: levels, meaning: 'The level before.' }),
    code('to_level', { sql: 's.triage_level', values: levels, meaning: 'The level after.' }),
    code('rule_kind', { sql: 's.triage_kind', values: ruleKinds, meaning: 'What kind of thing decided.' }),
    code('rule', {
      sql: "nullif(s.triage_code, '')",
      meaning:
        'Code of the rule, diagnosis or complaint that decided; empty where the complaint was not recognised.',
      nullable: true,
    }),
    code('question', {
      sql: 's.question',
      meaning: 'Code of the question whose answer changed it; empty for other steps.',
      nullable: true,
      references: 'questions.code',
    }),
    stepRevision,
  ],
};
