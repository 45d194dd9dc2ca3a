import test from 'ava';
import { changeSettings } from '../../command-api/tenants/operations.ts';
import { DAY } from '../support/clock.ts';
import { startMembers } from '../support/members.ts';

/** What a page has to know of whoever looks at it: who it is, what it may, what is on, and who else was invited. */
const { api, runtime, clock, newTeam } = await startMembers();
test.after.always(api.stop);

type Account = { member: object | null; features: Record<string, boolean>; test: boolean | null };
type Listed = { email: string; invite_expires_at: string | null };

test('a member is told who is signed in, a key that nobody is', async (t) => {
  const { owner, key, join } = await newTeam();
  const viewer = await join('viewer');
  const [ofOwner, ofViewer, ofKey] = await Promise.all(
    [owner.browser, viewer.browser, key].map(
      async (client) => (await client('GET', '/v1/account')).body as Account,
    ),
  );
  t.like(ofOwner?.member, { member_id: owner.memberId, email: owner.email, role: 'owner', is_active: true });
  t.like(ofViewer?.member, { member_id: viewer.memberId, email: viewer.email, role: 'viewer' });
  t.is(ofKey?.member, null);
});

test('the account tells which features an operator has switched off', async (t) => {
  const { tenantId, key } = await newTeam();
  const features = async (): Promise<Record<string, boolean>> =>
    ((await key('GET', '/v1/account')).body as Account).features;
  t.true(Object.values(await features()).every((isOn) => isOn));
  await changeSettings(runtime, tenantId, { feature_flags: { explain: false, webhooks: true } });
  const { explain, ...others } = await features();
  t.false(explain);
  t.true(Object.values(others).every((isOn) => isOn));
});

test('the team tells until when an invitation can be accepted', async (t) => {
  const { key, owner, invite, join } = await newTeam();
  await invite('late@clinic.example');
  const joined = await join('viewer');
  const listed = (await key('GET', '/v1/admin/team')).body as Listed[];
  const untilOf = (email: string): string | null | undefined =>
    listed.find((one) => one.email === email)?.invite_expires_at;
  t.is(untilOf('late@clinic.example'), clock.after(7 * DAY).toISOString());
  t.is(untilOf(joined.email), null);
  t.is(untilOf(owner.email), null);
});
