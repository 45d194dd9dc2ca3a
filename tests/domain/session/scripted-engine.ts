import type {
  ClinicalCase,
  Engine,
  Evidence,
  FieldValue,
  Informant,
  Outcome,
  Question,
  Sex,
  TriageLevel,
} from '../../../domain/clinical/types.ts';
import { completeOutcome, completeQuestion, completeSummary } from '../../../domain/session/recorded.ts';

/**
 * A small engine for the tests of the decisions around it: pure, and simple enough that a test can write down what
 * it must conclude. Texts are read word by word:
 *
 *     +fever  -cough  ?syncope    a finding that is present, absent, not known
 *     yes  no                     the pending question's finding is present, absent
 *     months:18  sex:female       demographics
 *     by:partner                  who tells it
 *     #chest_pain                 a complaint
 *     !danger                     a flag
 *     ~gibberish                  a sentence that is not understood
 *
 * It asks for FINDINGS in order, each once, an unclear one twice; it stops at three questions or at an ambulance.
 */
export const FINDINGS = ['fever', 'cough', 'syncope', 'crushing_pain', 'pain_scale'] as const;
export const COMPLAINTS = ['chest_pain', 'headache', 'fever_complaint'] as const;
export const QUESTION_LIMIT = 3;

/** Findings that are a red flag while present, and the level that they demand. */
const RED_FLAGS: Partial<Record<string, TriageLevel>> = {
  fever: 'urgent',
  syncope: 'emergency',
  crushing_pain: 'emergency_ambulance',
};
const LEVELS: TriageLevel[] = ['emergency_ambulance', 'emergency', 'urgent'];

export const questionOf = (finding: string, isReask = false): Question =>
  completeQuestion({
    question_id: finding,
    text: `Do you have ${finding}?`,
    text_cs: `Máte ${finding}?`,
    targets: [finding],
    is_red_flag: finding in RED_FLAGS,
    is_reask: isReask,
  });

export const redFlagOf = (finding: string) => ({
  flag: `red_${finding}`,
  description: `${finding} needs attention`,
  description_cs: null,
});

const isFinding = (code: string): boolean => (FINDINGS as readonly string[]).includes(code);
const isComplaint = (code: string): boolean => (COMPLAINTS as readonly string[]).includes(code);

const STATUS = { '+': 'present', '-': 'absent', '?': 'unknown' } as const;

function readWord(word: string, start: number, pending: Question | null): Evidence[] {
  const sign = STATUS[word[0] as keyof typeof STATUS] as Evidence['status'] | undefined;
  const told = sign ? word.slice(1) : (pending?.question_id ?? '');
  const status = sign ?? (word === 'yes' ? 'present' : word === 'no' ? 'absent' : undefined);
  if (status === undefined || !isFinding(told)) return [];
  const span = { start, end: start + word.length, text: word };
  return [{ finding: told, status, confidence: 0.75, source: 'text', span }];
}

const complaintsIn = (text: string): string[] =>
  [...text.matchAll(/#(\w+)/g)].map((match) => match[1] ?? '').filter(isComplaint);

const extract: Engine['extract'] = (text, pending) => {
  const words = [...text.matchAll(/\S+/g)].map((match) => ({ word: match[0], start: match.index }));
  const evidence = words.flatMap(({ word, start }) => readWord(word, start, pending));
  const after = (prefix: string): string | null =>
    words.findLast(({ word }) => word.startsWith(prefix))?.word.slice(prefix.length) ?? null;
  const months = after('months:');
  const [chief, second] = complaintsIn(text);
  return {
    evidence,
    fields: toFields(evidence),
    flags: words.filter(({ word }) => word.startsWith('!')).map(({ word }) => word.slice(1)),
    field_confidences: Object.fromEntries(evidence.map((item) => [item.finding, item.confidence])),
    complaints: complaintsIn(text).map((code, index) => ({ code, confidence: index === 0 ? 1 : 0.5 })),
    routed: {
      chief_complaint: chief ?? null,
      confidence: chief === undefined ? 0 : 1,
      secondary: second ?? null,
    },
    age_months: months === null ? null : Number(months),
    sex: after('sex:') as Sex | null,
    informant: after('by:') as Informant | null,
    unread: words
      .filter(({ word }) => word.startsWith('~'))
      .map(({ word, start }) => ({
        span: { start, end: start + word.length, text: word },
        suggests: [word.slice(1)],
      })),
  };
};

const toFields = (evidence: Evidence[]): Record<string, FieldValue> =>
  Object.fromEntries(
    evidence.map(({ finding, status, value }) => [
      finding,
      value ?? (status === 'unknown' ? null : status === 'present'),
    ]),
  );

/** A finding takes true, false or null; `pain_scale` a number from 0 to 10. */
function interpretField(finding: string, value: unknown, confidence: number): Evidence | null {
  const common = { finding, confidence, source: 'client' } as const;
  if (finding === 'pain_scale') {
    if (typeof value !== 'number' || value < 0 || value > 10) return null;
    return { ...common, status: value > 0 ? 'present' : 'absent', value };
  }
  if (value === null) return { ...common, status: 'unknown' };
  if (typeof value !== 'boolean') return null;
  return { ...common, status: value ? 'present' : 'absent' };
}

const interpret: Engine['interpret'] = (fields, flags, confidences) => {
  const read = Object.entries(fields)
    .filter(([code]) => isFinding(code))
    .map(([code, value]) => ({ code, evidence: interpretField(code, value, confidences?.[code] ?? 1) }));
  const months = fields.age_months;
  return {
    evidence: read.flatMap(({ evidence }) => evidence ?? []),
    unrecognised: [
      ...Object.keys(fields).filter((code) => !isFinding(code) && code !== 'age_months'),
      ...flags.filter((flag) => flag !== 'danger'),
    ],
    issues: read
      .filter(({ evidence }) => evidence === null)
      .map(({ code }) => ({ field: code, code: 'invalid_value', message: 'This value is not allowed.' })),
    age_months: typeof months === 'number' ? months : null,
  };
};

/** What is known of each finding: the last word counts, but "don't know" never replaces a known one. */
function knownFacts({ evidence }: ClinicalCase): Map<string, Evidence> {
  const facts = new Map<string, Evidence>();
  for (const item of evidence) {
    if (item.status !== 'unknown' || !facts.has(item.finding)) facts.set(item.finding, item);
  }
  return facts;
}

function nextQuestion({ asked }: ClinicalCase, facts: Map<string, Evidence>): Question | null {
  const last = asked.at(-1);
  const times = asked.filter((entry) => entry.question_id === last?.question_id).length;
  if (last?.unclear === true && times === 1 && !facts.has(last.question_id)) {
    return questionOf(last.question_id, true);
  }
  const isAsked = (code: string): boolean => asked.some((entry) => entry.question_id === code);
  const open = FINDINGS.find((code) => !facts.has(code) && !isAsked(code));
  return open === undefined ? null : questionOf(open);
}

function assess(clinicalCase: ClinicalCase): Outcome {
  const facts = knownFacts(clinicalCase);
  const present = FINDINGS.filter((code) => facts.get(code)?.status === 'present');
  const flagged = present.filter((code) => code in RED_FLAGS);
  const level = LEVELS.find((candidate) => flagged.some((code) => RED_FLAGS[code] === candidate));
  const isOver =
    level === 'emergency_ambulance' ||
    new Set(clinicalCase.asked.map((entry) => entry.question_id)).size >= QUESTION_LIMIT;
  const question = isOver ? null : nextQuestion(clinicalCase, facts);
  const years = (clinicalCase.age_months ?? 0) / 12;
  return completeOutcome({
    triage_level: level ?? 'routine',
    triage_reason: { kind: level ? 'rule' : 'complaint', code: flagged[0] ?? 'none', source: 'test' },
    // Age and sex show, so that a test sees what was known of them.
    differentials: present.map((code, index) => ({
      diagnosis: `Disease of ${code}${clinicalCase.sex === null ? '' : ` (${clinicalCase.sex})`}`,
      icd: `X${index}`,
      probability: 0.5 + years / 1_000 - index / 10,
      rank: index + 1,
    })),
    red_flags: flagged.map(redFlagOf),
    active_branches: clinicalCase.complaints,
    current_question: question,
    is_complete: question === null,
    stop_reason: question ? null : level === 'emergency_ambulance' ? 'emergency' : 'question_limit',
  });
}

const summarize: Engine['summarize'] = (complaintText, clinicalCase, outcome) =>
  completeSummary({
    presenting_complaint: complaintText,
    history: clinicalCase.complaints,
    pertinent_positives: findingsThatAre('present', clinicalCase),
    pertinent_negatives: findingsThatAre('absent', clinicalCase),
    red_flags: outcome.red_flags,
    differentials: outcome.differentials.map((differential) => ({
      ...differential,
      evidence_for: [{ finding: 'fever', label: 'fever', label_cs: 'horečka', weight: 1.5 }],
      evidence_against: [],
    })),
    recommended_next_step: outcome.triage_level,
    patient_context: clinicalCase.age_months === null ? [] : [`${clinicalCase.age_months} months`],
    narrative: `The patient says ${complaintText}.`,
    narrative_cs: `Pacient říká ${complaintText}.`,
  });

const findingsThatAre = (status: Evidence['status'], { evidence }: ClinicalCase): string[] =>
  evidence.filter((item) => item.status === status).map((item) => item.finding);

/** The engine; parts of it may be replaced, to be an engine of another version for example. */
export function scriptedEngine(changes: Partial<Engine> = {}): Engine {
  const own: Engine = {
    version: '0.0.0+scripted',
    knowledge_hash: '00'.repeat(32),
    extract,
    candidatesFor: () => [],
    findingsAtHand: ({ targets }) => ({ asked: [...targets], branches: [] }),
    interpret,
    readBackground: (background) =>
      background.chronic_conditions
        .filter(isFinding)
        .map((finding) => ({ finding, status: 'present', confidence: 0.75, source: 'profile' })),
    toFields,
    assess,
    summarize,
    explain: () => {
      throw new Error('this engine gives no reasons');
    },
    settles: (question, evidence) => evidence.some(({ finding }) => question.targets.includes(finding)),
    isQuestion: isFinding,
    concepts: [],
    asOf: () => own,
    ...changes,
  };
  return own;
}
