import type { AnyEvent } from '../../../domain/kernel/event-definition.ts';
import type { Outcome, Summary } from '../../../domain/clinical/types.ts';
import type { NewSessionEvent } from '../../../domain/session/events.ts';
import type { Reading } from '../../../domain/session/types.ts';
import type { NewTenantEvent } from '../../../domain/tenant/events.ts';
import type { DecodedEvent } from '../../../shared/event-log/codec.ts';
import { completeOutcome, completeSummary } from '../../../domain/session/recorded.ts';

export const TENANT_ID = '0197a000-0000-7000-8000-000000000001';
export const SESSION_ID = '0197a000-0000-7000-8000-000000000002';

export const sampleOutcome = (text: string): Outcome =>
  completeOutcome({
    triage_level: 'urgent',
    triage_reason: { kind: 'rule', code: 'radiating_pain', source: text },
    differentials: [{ diagnosis: text, icd: 'I20.0', probability: 0.6, rank: 1 }],
    red_flags: [{ flag: 'chest_pain_radiating', description: text }],
    active_branches: ['chest_pain'],
    current_question: {
      question_id: 'q_onset',
      text,
      text_cs: text,
      targets: ['onset'],
      is_red_flag: false,
      is_reask: false,
    },
    is_complete: false,
    stop_reason: null,
  });

const sampleReading = (text: string): Reading => ({
  evidence: [
    {
      finding: 'chest_pain',
      status: 'present',
      value: text,
      confidence: 1,
      source: 'text',
      span: { start: 0, end: 4, text },
    },
  ],
  extracted_fields: { note: text },
  extracted_flags: [text],
  field_confidences: { note: 1 },
  unrecognised: [text],
  age_months: 500,
  sex: 'female',
});

const sampleSummary = (text: string): Summary =>
  completeSummary({
    presenting_complaint: text,
    history: [text],
    pertinent_positives: [text],
    pertinent_negatives: [text],
    red_flags: [{ flag: 'chest_pain_radiating', description: text }],
    differentials: [],
    recommended_next_step: text,
    patient_context: [text],
    narrative: text,
    narrative_cs: text,
  });

export const openedEvent = (text: string, sessionId = SESSION_ID): NewSessionEvent => ({
  type: 'session-opened',
  data: {
    session_id: sessionId,
    test: false,
    complaint: 'chest_pain',
    intake: {
      chief_complaint: text,
      patient_id: text,
      age: 41,
      sex: 'female',
      free_text: text,
      initial_fields: { note: text },
      reading: sampleReading(text),
      branches: ['chest_pain'],
    },
    outcome: sampleOutcome(text),
  },
});

export const answeredEvent = (text: string): NewSessionEvent => ({
  type: 'session-answered',
  data: {
    kind: 'question',
    skipped: false,
    answer: {
      question_id: text,
      raw_text: text,
      supplied_fields: { note: text },
      supplied_flags: [text],
      unclear: false,
      reading: sampleReading(text),
    },
    outcome: { ...sampleOutcome(text), new_red_flags: ['chest_pain_radiating'] },
  },
});

/** One of each event that is told to partners, with `text` wherever free text may stand. */
export function samples(text: string): AnyEvent[] {
  const session: NewSessionEvent[] = [
    openedEvent(text),
    answeredEvent(text),
    {
      type: 'session-finalized',
      data: { conclusion: { outcome: sampleOutcome(text), summary: sampleSummary(text) } },
    },
    {
      type: 'assessment-completed',
      data: {
        assessment: {
          triage_level: 'urgent',
          primary_diagnosis_icd: 'I20.0',
          red_flags: ['chest_pain_radiating'],
          questions_asked: 7,
        },
      },
    },
    {
      type: 'red-flag-detected',
      data: { finding: { flag: 'chest_pain_radiating', description: text } },
    },
    { type: 'triage-escalated', data: { change: { from: 'routine', to: 'urgent' } } },
    { type: 'session-timed-out', data: { idle_since: '2026-03-02T09:30:00.000Z' } },
  ];
  const tenant: NewTenantEvent[] = (['low_20', 'low_10', 'depleted'] as const).map((threshold) => ({
    type: 'balance-threshold-crossed',
    data: { threshold, balance: 12, initial_balance: 1_000 },
  }));
  return [...session, ...tenant];
}

/** The event as the log gives it back. */
export const decoded = (event: AnyEvent): DecodedEvent => ({
  event,
  eventId: '0197a000-0000-7000-8000-000000000009',
  revision: 4,
  at: '2026-03-02T10:00:00.000Z',
  keys: event.type === 'balance-threshold-crossed' ? {} : { outcome: '0197a000-0000-7000-8000-000000000003' },
  stream: event.type === 'balance-threshold-crossed' ? `tenant-${TENANT_ID}` : `session-${SESSION_ID}`,
  position: 99n,
  metadata: {
    tenant_id: TENANT_ID,
    actor: { type: 'api_key', id: 'k' },
    request_id: 'r',
    command_id: '0197a000-0000-7000-8000-000000000004',
    ip: null,
    causation_id: null,
    schema_version: 1,
    engine_version: null,
    tokens_charged: 0,
    occurred_at: '2026-03-02T10:00:00.000Z',
    test: false,
  },
});
