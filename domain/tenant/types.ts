/**
 * What an operator can switch off for one tenant, and what that means. All of it is on unless a flag says otherwise; what
 * protects a person's data (the export of a session, erasure, rectification) is not among it.
 */
export const FEATURES = {
  audit_export: 'the streamed export of the audit trail',
  bulk_export: 'the bulk export of completed sessions',
  explain: 'why the engine concluded what it did',
  history: 'the events of a session, and its state as of then',
  patient_profiles: 'profiles, lists and summaries of patients; erasing a patient stays possible',
  request_inspector: 'the list of the latest calls',
  single_sign_on: 'signing in through the identity provider of a domain that is bound to the tenant',
  webhooks:
    'looking at and changing subscriptions and deliveries; what is subscribed goes on being delivered',
} as const;

export type Feature = keyof typeof FEATURES;

export const FEATURE_NAMES = Object.keys(FEATURES) as Feature[];
