import test from 'ava';
import { createTriageClient, type TriageClient } from '../../client/client.ts';
import { balancesProjection } from '../../projectors/balances/projection.ts';
import { startMembers } from '../support/members.ts';
import { fetchDescribed } from '../support/described.ts';
import { startProjections } from '../support/running-projections.ts';
import { newEmail } from '../support/sign-in.ts';

/** From registration to a finished interview and an invitation, with the client that is generated from the description. */
const world = await startMembers();
const { api, mailTo } = world;
const projections = await startProjections(world.runtime, [balancesProjection]);
test.after.always(async () => {
  await projections.stop();
  await api.stop();
});

const PASSWORD = 'correct horse battery staple';

/** A browser's part: keeps cookies, and sends the CSRF token of its own along. */
function browser(): { client: TriageClient; cookies: Map<string, string> } {
  const cookies = new Map<string, string>();
  const client = createTriageClient({
    baseUrl: api.baseUrl,
    apiKey: null,
    fetch: async (request) => {
      const headers = new Headers(request.headers);
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      const csrf = cookies.get('svc_csrf');
      if (csrf !== undefined) headers.set('x-csrf-token', csrf);
      const response = await fetchDescribed(new Request(request, { headers }));
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
        cookies.set(name, decodeURIComponent(value));
      }
      return response;
    },
  });
  return { client, cookies };
}

function given<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.data === undefined) {
    throw new Error(`${answer.response.status}: ${JSON.stringify(answer.error)}`);
  }
  return answer.data;
}

test('a newcomer gets from registration to a finished interview and a team invite', async (t) => {
  const { client: dashboard, cookies } = browser();
  const email = newEmail();
  const { challenge_id } = given(
    await dashboard.POST('/v1/auth/register', {
      body: { email, password: PASSWORD, name: 'Jana', company: 'Ward 3' },
    }),
  );
  const code = /\b\d{6}\b/.exec((await mailTo(email)).text)?.[0] ?? '';
  const session = given(await dashboard.POST('/v1/auth/verify-code', { body: { challenge_id, code } }));
  t.is(session.role, 'owner');
  t.true(cookies.has('svc_session'));

  const { raw_key } = given(
    await dashboard.POST('/v1/admin/keys', {
      body: { name: 'integration', rate_limit_rpm: 60 },
    }),
  );
  await projections.caughtUp(); // the trial's tokens
  const partner = createTriageClient({ baseUrl: api.baseUrl, apiKey: raw_key });
  const opened = given(
    await partner.POST('/v1/sessions', { body: { chief_complaint: 'headache', age: 34, sex: 'female' } }),
  );
  const path = { session_id: opened.session_id };
  const question = opened.current_question?.question_id ?? 'additional';
  const answered = given(
    await partner.POST('/v1/sessions/{session_id}/answer', {
      params: { path },
      body: { question_id: question, raw_text: 'no' },
    }),
  );
  t.is(answered.questions_asked, 1);
  const finished = given(await partner.POST('/v1/sessions/{session_id}/finalize', { params: { path } }));
  t.is(finished.status, 'finalized');
  t.true(finished.summary.narrative.length > 0);

  const guest = newEmail();
  const invited = given(
    await dashboard.POST('/v1/dashboard/team/invite', {
      body: { email: guest, name: 'Petr', role: 'developer' },
    }),
  );
  t.is(invited.role, 'developer');
  t.regex((await mailTo(guest)).text, /#/);
});
