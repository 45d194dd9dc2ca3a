import { ENGINE_VERSION, ids } from './ids.ts';

const SWAP =
  'Swap CJ, Nagurney JT. Value and limitations of chest pain history in suspected acute coronary syndromes. JAMA 2005;294:2623-9';

/** Why the interview stands as it does after its first question, with one differential of several. */
export const explained = {
  session_id: ids.session,
  engine_version: ENGINE_VERSION,
  explained_by: ENGINE_VERSION,
  is_exact: true,
  differentials: [
    {
      code: 'chest_wall_pain',
      diagnosis: 'Costochondritis (musculoskeletal chest pain)',
      diagnosis_cs: 'Kostochondritida (bolest hrudní stěny)',
      icd: 'M94.0',
      probability: 0.301,
      rank: 1,
      evidence_for: [],
      evidence_against: [],
      unasked: [
        {
          finding: 'vomiting',
          label: 'Vomiting',
          label_cs: 'Zvracení',
          if_present: -2.9957,
          if_absent: 0.2131,
          source: SWAP,
        },
      ],
    },
  ],
  other_probability: 0.2524,
  question: {
    question_id: 'has_dyspnoea',
    reason: 'safety_net',
    text: 'It belongs to the dangers that are ruled out first for this complaint.',
    text_cs: 'Patří k nebezpečím, která se u těchto obtíží vylučují jako první.',
    information: 0.1742,
    rules: [],
  },
  triage: {
    level: 'emergency',
    kind: 'complaint',
    decided_by: {
      code: 'chest_pain',
      text: 'Chest pain',
      text_cs: 'Bolest na hrudi',
      source: 'NICE CG95. Recent-onset chest pain of suspected cardiac origin (updated 2016)',
    },
    findings: [],
    red_flags: [],
    unconfirmed: [],
  },
  advice: {
    who: 'Emergency department',
    who_cs: 'Urgentní příjem nemocnice',
    how_soon: 'Now',
    how_soon_cs: 'Ihned',
  },
};
