import type { NewApiKeyEvent } from '../../domain/api-key/events.ts';
import type { NewMemberEvent } from '../../domain/member/events.ts';
import type { NewPatientEvent } from '../../domain/patient/events.ts';
import type { NewSessionEvent } from '../../domain/session/events.ts';
import type { Reading } from '../../domain/session/types.ts';
import type { NewTenantEvent } from '../../domain/tenant/events.ts';
import type { NewWebhookSubscriptionEvent } from '../../domain/webhook-subscription/events.ts';
import { finalOutcome, outcome, redFlag, summary } from './conclusion-samples.ts';
import { accessSamples, auditSamples, eventLogSamples } from './audit-samples.ts';
import { retentionSamples } from './retention-samples.ts';

/** One event of each type, with every field that it can have: what its golden file is made of. */

export const SUBJECT_ID = '0191d3a0-0000-7000-8000-000000000001';
const KEY_ID = '0191d3a0-0000-7000-8000-0000000000e1';

const reading: Reading = {
  evidence: [
    {
      finding: 'chest_pain',
      status: 'present',
      confidence: 0.9,
      source: 'text',
      span: { start: 0, end: 10, text: 'chest pain' },
    },
    { finding: 'temperature_c', status: 'present', value: 38.4, confidence: 1, source: 'client' },
    { finding: 'pain_quality', status: 'present', value: 'crushing', confidence: 1, source: 'profile' },
    { finding: 'syncope', status: 'unknown', confidence: 1, source: 'client' },
  ],
  extracted_fields: {
    chest_pain: true,
    temperature_c: 38.4,
    pain_quality: 'crushing',
    syncope: null,
    medications: ['aspirin'],
  },
  extracted_flags: ['acs_pattern'],
  field_confidences: { chest_pain: 0.9, temperature_c: 1 },
  unrecognised: ['shoe_size'],
  age_months: 684,
  sex: 'male',
  informant: 'partner',
};

const sessionSamples: NewSessionEvent[] = [
  {
    type: 'session-opened',
    data: {
      session_id: SUBJECT_ID,
      test: false,
      complaint: 'chest_pain',
      intake: {
        chief_complaint: 'bolest na hrudi 💔',
        patient_id: 'P-1024',
        age: 57,
        sex: 'male',
        free_text: 'since this morning',
        initial_fields: { chest_pain: true, shoe_size: { eu: [43, 44] } },
        reading,
        branches: ['chest_pain'],
      },
      outcome,
    },
  },
  {
    type: 'session-answered',
    data: {
      kind: 'question',
      skipped: false,
      answer: {
        question_id: 'pain_radiation_left_arm',
        raw_text: 'Ano, do levé ruky.',
        supplied_fields: { pain_radiation_left_arm: true },
        supplied_flags: ['acs_pattern'],
        unclear: false,
        reading,
      },
      outcome: { ...outcome, new_red_flags: ['acs_pattern'] },
    },
  },
  {
    type: 'session-routed',
    data: {
      answer: {
        text: 'crushing chest pain',
        chief_complaint: 'chest_pain',
        confidence: 0.93,
        secondary: 'dyspnoea',
        branches: ['chest_pain', 'dyspnoea'],
        reading,
      },
      outcome: { ...outcome, new_red_flags: [] },
    },
  },
  { type: 'red-flag-detected', data: { finding: { ...redFlag, more: ['gi_bleed'] } } },
  { type: 'triage-escalated', data: { change: { from: 'urgent', to: 'emergency_ambulance' } } },
  {
    type: 'demographics-updated',
    data: { changed_fields: ['age', 'sex'], demographics: { age: null, sex: 'unknown' }, outcome },
  },
  {
    type: 'session-rectified',
    data: {
      changed_fields: ['age', 'answers.syncope'],
      cleared_revisions: [3],
      destroyed_keys: [KEY_ID],
      rectification: { age: 56, sex: 'male', reason: 'mistyped' },
      outcome,
    },
  },
  {
    type: 'session-finalized',
    data: {
      conclusion: {
        outcome: finalOutcome,
        summary,
      },
    },
  },
  {
    type: 'assessment-completed',
    data: {
      assessment: {
        triage_level: 'emergency_ambulance',
        primary_diagnosis_icd: 'I21.9',
        red_flags: ['acs_pattern'],
        questions_asked: 4,
      },
    },
  },
  {
    type: 'feedback-given',
    data: {
      feedback: {
        accuracy: 'partially_correct',
        actual_diagnosis: 'Unstable angina',
        actual_icd10: 'I20.0',
        notes: 'Troponin negative.',
      },
    },
  },
  { type: 'session-timed-out', data: { idle_since: '2026-01-05T08:00:00.000Z' } },
  { type: 'session-hold-placed', data: { note: { reason: 'soudní spor 💔' } } },
  { type: 'session-hold-lifted', data: {} },
  { type: 'session-erased', data: { cause: 'requested' } },
];

const tenantSamples: NewTenantEvent[] = [
  { type: 'tenant-registered', data: { tier: 'growth', profile: { name: 'Klinika Sever' } } },
  { type: 'tokens-granted', data: { tokens: 50_000, reason: 'tier' } },
  {
    type: 'tenant-settings-changed',
    data: { overage_allowed: true, body_limit_bytes: 2_097_152, feature_flags: { fhir_export: true } },
  },
  { type: 'tier-changed', data: { from: 'growth', to: 'scale' } },
  { type: 'rate-limit-override-set', data: { rate_limit_rpm: 500, note: { reason: 'vaccination day' } } },
  { type: 'retention-changed', data: { retention_days: 90, note: { reason: 'spisový řád' } } },
  {
    type: 'balance-threshold-crossed',
    data: { threshold: 'low_20', balance: 9_999, initial_balance: 50_000 },
  },
  { type: 'tenant-closed', data: { reason: 'never_verified' } },
];

const apiKeySamples: NewApiKeyEvent[] = [
  {
    type: 'api-key-created',
    data: {
      key_id: SUBJECT_ID,
      key_hash: 'ab'.repeat(32),
      key_prefix: 'svc_live_ab12',
      key_suffix: 'wxyz',
      scopes: ['sessions:read', 'sessions:write', 'admin:read'],
      rate_limit_rpm: 60,
      tier_rpm: 300,
      test: false,
      expires_at: '2027-01-05T08:00:00.000Z',
      profile: { name: 'Ward 3' },
    },
  },
  {
    type: 'api-key-updated',
    data: {
      key_id: SUBJECT_ID,
      changed_fields: ['name', 'scopes', 'rate_limit_rpm'],
      scopes: ['sessions:read'],
      rate_limit_rpm: 30,
      profile: { name: 'Ward 4' },
    },
  },
  { type: 'api-key-revoked', data: { key_id: SUBJECT_ID, reason: 'rotated' } },
];

const subscriptionSamples: NewWebhookSubscriptionEvent[] = [
  {
    type: 'webhook-subscription-created',
    data: {
      subscription_id: SUBJECT_ID,
      events: ['session.created', 'balance.depleted'],
      endpoint: { url: 'https://partner.example/hooks', secret: `whsec_${'A'.repeat(43)}=` },
    },
  },
  { type: 'webhook-subscription-deleted', data: {} },
  {
    type: 'webhook-subscription-changed',
    data: {
      changed_fields: ['url', 'events'],
      events: ['session.timeout'],
      endpoint: { url: 'https://partner.example/other' },
    },
  },
  { type: 'webhook-subscription-disabled', data: { reason: 'requested' } },
  { type: 'webhook-subscription-enabled', data: {} },
  {
    type: 'webhook-secret-rotated',
    data: {
      previous_valid_until: '2026-01-06T08:00:00.000Z',
      signing: { secret: `whsec_${'B'.repeat(43)}=` },
    },
  },
];

const memberProfile = { email: 'jana@klinika.example', name: 'Jana Nová', email_hash: 'cd'.repeat(32) };
const memberSecret = { password_hash: '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA' };
const memberSamples: NewMemberEvent[] = [
  {
    type: 'member-registered',
    data: { member_id: SUBJECT_ID, role: 'owner', profile: memberProfile, secret: memberSecret },
  },
  {
    type: 'member-invited',
    data: {
      member_id: SUBJECT_ID,
      role: 'developer',
      token_hash: 'ab'.repeat(32),
      expires_at: '2026-01-12T08:00:00.000Z',
      profile: memberProfile,
    },
  },
  { type: 'member-invitation-accepted', data: { profile: memberProfile, secret: memberSecret } },
  { type: 'member-email-verified', data: {} },
  { type: 'member-password-set', data: { reason: 'reset', secret: memberSecret } },
  { type: 'member-role-changed', data: { from: 'developer', to: 'admin' } },
  { type: 'member-deactivated', data: { reason: 'removed' } },
  { type: 'member-erased', data: { cause: 'requested' } },
];

const patientSamples: NewPatientEvent[] = [
  {
    type: 'patient-profile-created',
    data: {
      profile_id: SUBJECT_ID,
      test: false,
      profile: {
        partner_patient_id: 'P-1024',
        chronic_conditions: ['Diabetes 2. typu', 'hypertension'],
        current_medications: ['warfarin 5 mg'],
        allergies: ['penicilin'],
        risk_factors: [],
        family_history: ['otec: infarkt v 50 letech 💔'],
        smoking_status: 'former',
        alcohol_status: null,
      },
    },
  },
  {
    type: 'patient-profile-updated',
    data: {
      changed_fields: ['allergies', 'current_medications', 'smoking_status', 'alcohol_status'],
      change: {
        added: { allergies: ['latex'] },
        removed: { current_medications: ['warfarin 5 mg'] },
        smoking_status: 'current',
        alcohol_status: 'occasional',
      },
    },
  },
  { type: 'patient-hold-placed', data: { note: { reason: 'soudní spor 💔' } } },
  { type: 'patient-hold-lifted', data: {} },
  { type: 'patient-erased', data: { cause: 'requested' } },
];

export const samples = [
  ...sessionSamples,
  ...tenantSamples,
  ...apiKeySamples,
  ...subscriptionSamples,
  ...accessSamples,
  ...memberSamples,
  ...patientSamples,
  ...auditSamples,
  ...eventLogSamples,
  ...retentionSamples,
];
