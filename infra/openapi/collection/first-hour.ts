import { keys, open, tenant, usage } from './administration.ts';
import { SESSION } from './sample.ts';
import type { Folder } from './steps.ts';

const question = {
  question_id: 'current_question.question_id',
  question_target: 'current_question.targets.0',
};

const account: Folder = {
  name: '1. Your account',
  description: 'Whether the key works, and what it may do.',
  steps: [
    { operation: 'getAccount', script: 'begin' },
    { operation: 'getBalance' },
    { operation: 'getBalanceStatus' },
  ],
};

const interview: Folder = {
  name: '2. An interview',
  description:
    'From the chief complaint to the summary. Each request works on the session that the first one opens.',
  steps: [
    { operation: 'createSession', body: SESSION, remember: { session_id: 'session_id', ...question } },
    { operation: 'getSessionState', remember: question },
    {
      operation: 'routeText',
      body: { text: 'Throbbing headache on one side since yesterday, light hurts my eyes, no fever.' },
      remember: question,
    },
    {
      operation: 'getConcept',
      name: 'Look up what the question asks for',
      path: { code: '{{question_target}}' },
      script: 'fitting-answer',
      note: 'Which kind of answer fits stands with the question too; here are the bounds of a number and other words for it.',
    },
    {
      operation: 'answerQuestion',
      name: 'Answer the question with a field',
      body: { question_id: '{{question_id}}', extracted_fields: '{{json:answer_fields}}' },
      remember: question,
    },
    {
      operation: 'answerQuestion',
      name: 'Answer the next question in words',
      body: { question_id: '{{question_id}}', raw_text: 'No, nothing like that.' },
      remember: question,
    },
    {
      operation: 'answerQuestion',
      name: 'Skip a question',
      body: { question_id: '{{question_id}}', skip: true },
      remember: question,
    },
    {
      operation: 'answerQuestion',
      name: 'Tell what no question asked',
      body: { question_id: 'additional', raw_text: 'Now my neck is stiff and I am confused.' },
    },
    { operation: 'updateDemographics', body: { age: 35, sex: 'female' } },
    { operation: 'rectifySession', body: { age: 34, reason: 'wrong age entered at reception' } },
    { operation: 'getSessionResults' },
    { operation: 'explainSession' },
    { operation: 'getSessionHistory' },
    {
      operation: 'getPastSessionState',
      name: 'Read the state as it was when the session opened',
      query: { revision: '0' },
    },
    { operation: 'finalizeSession' },
    {
      operation: 'answerQuestion',
      name: 'Answer after the end',
      refused: { status: 409, when: ': a finalized session does not change' },
      body: { question_id: 'additional', raw_text: 'One more thing.' },
    },
    { operation: 'getSessionResults', name: 'Read the results after the end' },
    { operation: 'getSession' },
    { operation: 'exportSession' },
    { operation: 'exportSession', name: 'Export a session as FHIR', query: { format: 'fhir' } },
    { operation: 'giveFeedback' },
    { operation: 'listSessions' },
    { operation: 'listConcepts', name: 'Search the catalogue', query: { q: 'migraine', lang: 'en' } },
    { operation: 'placeSessionHold' },
    {
      operation: 'eraseSession',
      name: 'Erase a session under legal hold',
      refused: { status: 409, when: ': the session is under legal hold' },
    },
    { operation: 'liftSessionHold' },
    { operation: 'eraseSession', forget: ['session_id'] },
    { operation: 'listErasures', query: { limit: '1' } },
  ],
};

const patients: Folder = {
  name: '3. Patients',
  description:
    'A profile under an id of your own, here one that is made up for the run, and erased at its end.',
  steps: [
    { operation: 'putPatient' },
    { operation: 'getPatient' },
    { operation: 'listPatients', query: { partner_patient_id: '{{patient_id}}' } },
    {
      operation: 'createSession',
      name: 'Open a session of the patient',
      body: { ...SESSION, patient_id: '{{patient_id}}' },
      remember: { patient_session_id: 'session_id' },
    },
    { operation: 'listPatientSessions' },
    { operation: 'getPatientSummary' },
    { operation: 'placePatientHold' },
    { operation: 'liftPatientHold' },
    { operation: 'listDisclosures' },
    { operation: 'erasePatient', forget: ['patient_id', 'patient_session_id'] },
  ],
};

const webhooks: Folder = {
  name: '4. Webhooks',
  description:
    'A subscription, an event for it, and what becomes of the delivery. Set `webhook_url` to a receiver of yours to see ' +
    'it arrive; without one it fails, and can be tried again.',
  steps: [
    {
      operation: 'createWebhookSubscription',
      body: {
        url: '{{webhook_url}}',
        events: ['session.created', 'assessment.completed', 'red_flag.detected'],
      },
      remember: { subscription_id: 'subscription_id' },
      note: '`secret` is shown this once. Your receiver verifies signatures with it.',
    },
    { operation: 'listWebhookSubscriptions' },
    {
      operation: 'changeWebhookSubscription',
      body: { events: ['session.created', 'assessment.completed'] },
    },
    { operation: 'getWebhookSubscription' },
    { operation: 'listEvents', name: 'Pull the events instead', query: { limit: '2' } },
    { operation: 'testWebhookSubscription' },
    {
      operation: 'createSession',
      name: 'Open a session that makes an event',
      body: SESSION,
      remember: { session_id: 'session_id' },
    },
    {
      operation: 'listWebhookSubscriptionDeliveries',
      script: 'await-delivery',
      note: 'Sent again until the first attempt at the delivery is over, when the collection is run as a whole.',
    },
    { operation: 'listWebhookDeliveries', query: { subscription_id: '{{subscription_id}}' } },
    { operation: 'getWebhookDelivery' },
    { operation: 'summarizeWebhookFailures' },
    { operation: 'getWebhookHealth', query: { days: '7' } },
    { operation: 'replayWebhookDelivery', refused: { status: 409, when: 'once it has arrived' } },
    {
      operation: 'resolveWebhookDelivery',
      refused: { status: 409, when: ': only what has used all its attempts can be resolved' },
    },
    { operation: 'listDeadLetters' },
    {
      operation: 'replayAllDeadLetters',
      refused: { status: 422, when: ': confirm it with true' },
      body: { confirm: false },
      note: 'With `true` it tries all dead letters of the tenant again, not only those of this collection.',
    },
    { operation: 'rotateWebhookSecret' },
    { operation: 'deleteWebhookSubscription', forget: ['subscription_id', 'delivery_id', 'delivery_status'] },
    { operation: 'eraseSession', name: 'Erase the session that made the event', forget: ['session_id'] },
  ],
};

/** What a partner's first hour goes through, with an API key. */
export const firstHour: readonly Folder[] = [
  account,
  interview,
  patients,
  webhooks,
  keys,
  tenant,
  usage,
  open,
];
