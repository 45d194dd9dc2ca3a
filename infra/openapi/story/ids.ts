/** Who and what the examples are about: the same names throughout, so that a reader can follow one interview. */
const numbered = (number: number): string => `0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const ids = {
  challenge: numbered(1),
  tenant: numbered(10),
  owner: numbered(11),
  colleague: numbered(12),
  liveKey: numbered(20),
  testKey: numbered(21),
  rotatedKey: numbered(22),
  session: numbered(30),
  profile: numbered(40),
  subscription: numbered(50),
  delivery: numbered(51),
  failedDelivery: numbered(52),
  opened: numbered(60),
  routed: numbered(61),
  answered: numbered(62),
  finalized: numbered(63),
  assessed: numbered(64),
  keyMade: numbered(65),
  viewed: numbered(66),
  request: numbered(70),
  otherRequest: numbered(71),
  certificate: numbered(80),
  extract: numbered(83),
  destroyedKey: numbered(81),
  signingKey: numbered(82),
};

export const PATIENT_ID = 'CARDIO-2041';

/** What the patient's profile says, and each session that was opened with it. */
export const background = {
  chronic_conditions: ['hypertension'],
  current_medications: ['ramipril 5 mg'],
  allergies: ['penicillin'],
  risk_factors: [],
  family_history: ['father: heart attack at 52'],
  smoking_status: 'current',
  alcohol_status: 'occasional',
};

/** When things happen, on one morning. */
export const at = {
  registered: '2026-03-02T08:00:00.000Z',
  codeExpires: '2026-03-02T08:10:00.000Z',
  verified: '2026-03-02T08:02:00.000Z',
  sessionExpires: '2026-03-02T20:02:00.000Z',
  keyMade: '2026-03-02T08:05:00.000Z',
  subscribed: '2026-03-02T08:10:00.000Z',
  profileMade: '2026-03-02T08:29:00.000Z',
  opened: '2026-03-02T08:30:00.000Z',
  routed: '2026-03-02T08:30:30.000Z',
  firstAnswer: '2026-03-02T08:31:10.000Z',
  lastAnswer: '2026-03-02T08:33:50.000Z',
  finalized: '2026-03-02T08:34:30.000Z',
  delivered: '2026-03-02T08:34:31.000Z',
  retried: '2026-03-02T08:35:01.000Z',
  invited: '2026-03-02T09:00:00.000Z',
  inviteExpires: '2026-03-09T09:00:00.000Z',
  accepted: '2026-03-02T09:20:00.000Z',
  later: '2026-03-02T10:00:00.000Z',
  nextMorning: '2026-03-03T08:34:30.000Z',
  extracted: '2026-03-03T08:34:32.000Z',
  linksExpire: '2026-03-03T08:49:32.000Z',
  extractExpires: '2026-03-04T08:34:32.000Z',
  backupsExpire: '2026-04-07T08:34:30.000Z',
};

/** No key or secret opens anything: they are the word "example", again and again. */
export const RAW_LIVE_KEY = 'svc_live_ExampleExampleExampleExampleExampleExample01';
export const RAW_TEST_KEY = 'svc_test_ExampleExampleExampleExampleExampleExample02';
export const SECRET = 'whsec_ZXhhbXBsZS1leGFtcGxlLWV4YW1wbGUtZXhhbXBsZSE=';
export const CSRF_TOKEN = 'ExampleExampleExampleExampleExampleExample0';

export const ENGINE_VERSION = '1.0.0+fa685815';
