import { idsOf, nameOf } from '../contract/calls.ts';
import type { Row } from '../contract/table.ts';

/** Why a call that the description allows is refused all the same. */
type StateRule = {
  /** `409 conflict`; of a 422 each field with its code: `422 token invalid_token`. */
  refusal: RegExp;
  why: string;
};

const rule = (refusal: RegExp, why: string): StateRule => ({ refusal, why });

const NOBODY_THERE = rule(/^404 not_found$/, 'what the path names does not exist');
const FORMS = rule(/^400 bad_request$/, 'the form in the query and the one in the body together');
const REVERSED = rule(/^400 bad_request$/, 'a range that is over before it begins');
const CATALOGUE = rule(
  /^422 (initial|extracted)_fields\..+ (wrong_type|out_of_bounds|not_allowed)$/,
  'a value that the catalogue does not allow under its code',
);
const CURSOR = rule(/^422 cursor invalid_cursor$/, 'a cursor that this list did not give');
const TOKEN = rule(/^422 token invalid_token$/, 'a link that is unknown, used or lapsed');
const EXPIRY = rule(
  /^422 expires_at too_(small|big)$/,
  'an expiry that is over, or too far ahead by the clock',
);
const FORBIDDEN_URL = rule(/^422 url forbidden_url$/, 'a host that deliveries may not go to');
const PASSWORD = rule(/^422 (new_)?password common_password$/, 'a password that is guessed first');
const INVITED = [
  rule(/^409 conflict$/, 'the address is a member of the team'),
  rule(/^429 rate_limited$/, 'an address is invited a few times an hour'),
];
const DOMAIN = [
  rule(/^404 not_found$/, 'a domain that is bound to no tenant'),
  rule(/^422 return_url invalid_value$/, 'a page of an origin that is not allowed'),
];
const SIGN_IN_OVER = rule(/^400 bad_request$/, 'a state that no sign-in of this browser has');

/** By operation of the table. */
const STATE_RULES: Record<string, readonly StateRule[]> = {
  'POST /v1/sessions': [CATALOGUE],
  'POST /v1/sessions/{session_id}/answer': [
    rule(/^409 conflict$/, 'a question that is not asked now'),
    rule(/^422 question_id unknown_question$/, 'a question that the catalogue does not have'),
    CATALOGUE,
  ],
  'POST /v1/sessions/{session_id}/finalize': [rule(/^409 conflict$/, 'a session that is finalized')],
  'POST /v1/sessions/{session_id}/rectify': [
    rule(/^422 clear_answers\.\d+ unknown_question$/, 'a question that was not answered'),
  ],
  'GET /v1/sessions': [REVERSED],
  'GET /v1/admin/webhooks/deliveries': [REVERSED],
  'GET /v1/sessions/{session_id}/history/state': [
    rule(/^400 bad_request$/, 'a time and a revision together, or neither'),
  ],
  'GET /v1/sessions/{session_id}/history': [
    rule(/^404 not_found$/, 'a time or a revision before the session began'),
  ],
  'GET /v1/patients': [CURSOR],
  'GET /v1/admin/requests': [CURSOR],
  'GET /v1/admin/erasures': [CURSOR],
  'GET /v1/admin/data/extracts': [CURSOR],
  'GET /v1/data/files': [rule(/^404 not_found$/, 'a link that the service did not give')],
  'POST /v1/admin/data/extracts': [
    rule(/^409 conflict$/, 'another extract is under way'),
    rule(/^422 recipient unknown_recipient$/, 'a recipient that was not granted'),
  ],
  'GET /v1/events': [rule(/^422 after invalid_cursor$/, 'a cursor that the feed did not give')],
  'POST /v1/admin/export': [REVERSED],
  'GET /v1/admin/usage/details': [REVERSED],
  'GET /v1/admin/audit-log': [REVERSED],
  'GET /v1/admin/audit-log/export': [REVERSED],
  'GET /v1/admin/audit-log/events': [
    REVERSED,
    CURSOR,
    rule(/^422 from too_small$/, 'a window that is longer than 90 days'),
  ],
  'GET /v1/admin/audit-log/events/{event_id}': [
    rule(/^404 not_found$/, 'an event that the trail does not have'),
  ],
  'GET /v1/patients/{patient_id}/disclosures': [REVERSED, CURSOR],
  'GET /v1/admin/audit-log/proof': [rule(/^404 not_found$/, 'an event that the trail does not have')],
  'POST /v1/admin/keys': [rule(/^422 body limit_reached$/, 'the keys of the tier are used up'), EXPIRY],
  'POST /v1/admin/keys/{key_id}/rotate': [EXPIRY],
  'PUT /v1/admin/tier': [FORMS],
  'PATCH /v1/admin/team/{member_id}/role': [FORMS],
  'PATCH /v1/admin/webhooks/{subscription_id}': [FORBIDDEN_URL],
  'POST /v1/admin/webhooks': [
    FORBIDDEN_URL,
    rule(/^422 url limit_reached$/, 'the subscriptions of a tenant are used up'),
  ],
  'POST /v1/admin/webhooks/{subscription_id}/rotate': [
    rule(/^422 body limit_reached$/, 'a subscription that was changed too often'),
  ],
  'POST /v1/admin/webhooks/deliveries/{delivery_id}/resolve': [
    rule(/^409 conflict$/, 'a delivery that is still tried, has arrived, or is resolved'),
  ],
  'POST /v1/admin/team/invite': INVITED,
  'POST /v1/dashboard/team/invite': INVITED,
  'POST /v1/auth/register': [
    PASSWORD,
    rule(/^429 rate_limited$/, 'the registrations that an installation takes in an hour'),
  ],
  'POST /v1/auth/accept-invite': [TOKEN, PASSWORD],
  'POST /v1/auth/reset-password': [TOKEN, PASSWORD],
  'POST /v1/auth/login': [rule(/^401 unauthorized$/, 'a wrong password')],
  'POST /v1/auth/verify-code': [rule(/^401 unauthorized$/, 'a wrong code')],
  'POST /v1/auth/resend-code': [rule(/^404 not_found$/, 'a challenge that is over')],
  'GET /v1/auth/sso': DOMAIN,
  'GET /v1/auth/sso/{domain}': DOMAIN,
  'GET /v1/auth/sso/callback': [SIGN_IN_OVER],
  'GET /v1/auth/oidc/callback': [SIGN_IN_OVER],
};

/** Whether each reason of a refusal is one that the state of things can give. */
export function isOfState(row: Row, refusals: readonly string[]): boolean {
  const named = [...(STATE_RULES[nameOf(row)] ?? []), ...(idsOf(row).length > 0 ? [NOBODY_THERE] : [])];
  return refusals.every((refusal) => named.some((each) => each.refusal.test(refusal)));
}

/** What is taken although the description does not allow it: nothing but what clients from before may send. */
const TAKEN_ALL_THE_SAME: Record<string, RegExp> = {
  'POST /v1/sessions': /^initial_fields (a value |is \{"a")/,
  'POST /v1/sessions/{session_id}/answer': /^extracted_fields (a value |is \{"a")/,
};

export const isTakenAllTheSame = (row: Row, broken: string): boolean =>
  TAKEN_ALL_THE_SAME[nameOf(row)]?.test(broken) === true;

/** Fields that name what is there: of two requests, one has them as they were prepared. */
export const BOUND_TO_STATE: Record<string, readonly string[]> = {
  'POST /v1/sessions/{session_id}/answer': ['question_id'],
  'POST /v1/auth/accept-invite': ['token'],
  'POST /v1/auth/verify-code': ['challenge_id', 'code'],
  'POST /v1/auth/resend-code': ['challenge_id'],
  'POST /v1/auth/reset-password': ['token'],
  'POST /v1/admin/webhooks': ['url'],
  'GET /v1/auth/sso': ['domain'],
  'GET /v1/auth/sso/callback': ['code', 'state'],
  'GET /v1/auth/oidc/callback': ['code', 'state'],
};
