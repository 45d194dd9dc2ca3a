import type { ClinicalCase, Engine, Evidence, Outcome, Question } from '../../domain/clinical/types.ts';
import { completeOutcome, completeQuestion, completeSummary } from '../../domain/session/recorded.ts';

const QUESTIONS = ['q-one', 'q-two', 'q-three', 'q-four', 'q-five', 'q-six', 'q-seven', 'q-eight'] as const;

const questionOf = (code: string): Question =>
  completeQuestion({
    question_id: code,
    text: `Is there ${code}?`,
    text_cs: `Je přítomno ${code}?`,
    targets: [code],
    is_red_flag: false,
    is_reask: false,
  });

const present = (clinicalCase: ClinicalCase): string[] =>
  clinicalCase.evidence.filter((one) => one.status === 'present').map((one) => one.finding);

/** More findings, more urgent: enough to see in an outcome what a case was made of. */
function assess(clinicalCase: ClinicalCase): Outcome {
  const findings = present(clinicalCase);
  const isSevere = findings.includes('q-two');
  const asked = new Set(clinicalCase.asked.map((one) => one.question_id));
  const next = QUESTIONS.find((code) => !asked.has(code) && !findings.includes(code));
  return completeOutcome({
    triage_level: isSevere ? 'emergency' : 'routine',
    triage_reason: {
      kind: isSevere ? 'rule' : 'complaint',
      code: isSevere ? 'severe' : 'plain',
      source: 'test',
    },
    differentials: Array.from({ length: 6 }, (_, index) => ({
      diagnosis: `Condition ${index} of ${findings.length}`,
      icd: `R${index}0`,
      probability: Math.round(10_000 / (index + 2 + findings.length)) / 10_000,
      rank: index + 1,
    })),
    red_flags: isSevere ? [{ flag: 'severe_sign', description: 'A severe sign' }] : [],
    active_branches: clinicalCase.complaints,
    current_question: next ? questionOf(next) : null,
    is_complete: next === undefined,
    stop_reason: next ? null : 'no_useful_question',
  });
}

const evidenceOf = (finding: string, source: Evidence['source'], isPresent: boolean): Evidence => ({
  finding,
  status: isPresent ? 'present' : 'absent',
  confidence: 1,
  source,
});

/** A small, deterministic engine: fields named after questions are findings, anything else is unrecognised. */
export const fakeEngine: Engine = {
  version: '0.0.0+fake',
  knowledge_hash: '0'.repeat(64),
  extract: (text, pending) => {
    const evidence = pending ? [evidenceOf(pending.question_id, 'text', !text.startsWith('no'))] : [];
    return {
      evidence,
      fields: {},
      flags: [],
      field_confidences: {},
      complaints: [],
      routed: {
        chief_complaint: text.toLowerCase().includes('chest') ? 'chest_pain' : null,
        confidence: 0.9,
        secondary: null,
      },
      age_months: null,
      sex: null,
      informant: null,
      unread: [],
    };
  },
  candidatesFor: () => [],
  findingsAtHand: ({ targets }) => ({ asked: [...targets], branches: [] }),
  interpret: (fields) => {
    const codes = Object.keys(fields);
    const known = codes.filter((code) => (QUESTIONS as readonly string[]).includes(code));
    return {
      evidence: known.map((code) => evidenceOf(code, 'client', fields[code] === true)),
      unrecognised: codes.filter((code) => !known.includes(code)),
      issues: [],
      age_months: null,
    };
  },
  readBackground: (background) =>
    background.chronic_conditions
      .filter((entry) => (QUESTIONS as readonly string[]).includes(entry))
      .map((entry) => evidenceOf(entry, 'profile', true)),
  toFields: (evidence) => Object.fromEntries(evidence.map((one) => [one.finding, one.status === 'present'])),
  assess,
  summarize: (complaintText, clinicalCase, outcome) =>
    completeSummary({
      presenting_complaint: complaintText,
      history: [],
      pertinent_positives: present(clinicalCase),
      pertinent_negatives: [],
      red_flags: outcome.red_flags,
      differentials: outcome.differentials.map((one) => ({ ...one, evidence_for: [], evidence_against: [] })),
      recommended_next_step: 'See a clinician.',
      patient_context: [],
      narrative: `Presents with ${complaintText}.`,
      narrative_cs: `Přichází s ${complaintText}.`,
    }),
  explain: () => {
    throw new Error('this engine gives no reasons');
  },
  settles: (question, evidence) => evidence.some(({ finding }) => question.targets.includes(finding)),
  isQuestion: (questionId) => (QUESTIONS as readonly string[]).includes(questionId),
  concepts: [],
  asOf: () => fakeEngine,
};
