import test from 'ava';
import type { NewMemberEvent } from '../../../domain/member/events.ts';
import type { ROLES } from '../../../domain/member/index.ts';
import {
  decide,
  evolve,
  noMember,
  ROLE_SCOPES,
  type ErasureCause,
  type MemberCommand,
} from '../../../domain/member/index.ts';
import { givenOf, plainFacts } from '../../support/given.ts';

const given = givenOf({ initial: noMember, evolve, decide, factsOf: plainFacts<NewMemberEvent> });

const member_id = '0191d3a0-0000-7000-8000-000000000001';
const profile = { email: 'jana@klinika.example', name: 'Jana', email_hash: 'cd'.repeat(32) };
const secret = { password_hash: '$argon2id$1' };
const [tokenA, tokenB] = ['aa'.repeat(32), 'bb'.repeat(32)];
const expires_at = '2026-01-12T08:00:00.000Z';
const inTime = '2026-01-12T07:59:59.999Z';

const register: MemberCommand = {
  kind: 'register',
  member_id,
  role: 'owner',
  profile,
  password_hash: '$argon2id$1',
  email_verified: false,
};
const invite: MemberCommand = {
  kind: 'invite',
  member_id,
  role: 'developer',
  profile,
  token_hash: tokenA,
  expires_at,
};
const accept: MemberCommand = {
  kind: 'accept',
  token_hash: tokenA,
  password_hash: '$argon2id$1',
  name: null,
  now: inTime,
};
const registered: NewMemberEvent = {
  type: 'member-registered',
  data: { member_id, role: 'owner', profile, secret },
};
const invited = (token_hash = tokenA): NewMemberEvent => ({
  type: 'member-invited',
  data: { member_id, role: 'developer', token_hash, expires_at, profile },
});
const accepted: NewMemberEvent = { type: 'member-invitation-accepted', data: { profile, secret } };
const verified: NewMemberEvent = { type: 'member-email-verified', data: {} };
const deactivated: NewMemberEvent = { type: 'member-deactivated', data: { reason: 'removed' } };

test('a member registers once, verified only where an operator vouches for the address', (t) => {
  given(t).when(register).then(registered);
  given(t)
    .when({ ...register, email_verified: true })
    .then(registered, verified);
  for (const history of [[registered], [invited()], [registered, deactivated]]) {
    given(t, ...history)
      .when(register)
      .thenRefused('already_exists');
  }
});

test('an invitation is sent until somebody accepts it', (t) => {
  given(t).when(invite).then(invited());
  given(t, invited())
    .when({ ...invite, token_hash: tokenB })
    .then(invited(tokenB));
  given(t, invited(), accepted).when(invite).thenRefused('already_exists');
  given(t, invited(), deactivated).when(invite).thenRefused('already_exists');
});

test('an invitation is accepted once, with its newest link, within its time', (t) => {
  given(t, invited()).when(accept).then(accepted);
  given(t, invited())
    .when({ ...accept, name: 'Jana Nová' })
    .then({
      type: 'member-invitation-accepted',
      data: { profile: { ...profile, name: 'Jana Nová' }, secret },
    });
  const refused = [
    given(t).when(accept),
    given(t, registered).when(accept),
    given(t, invited(), accepted).when(accept),
    given(t, invited(), deactivated).when(accept),
    given(t, invited(), invited(tokenB)).when(accept),
    given(t, invited()).when({ ...accept, token_hash: tokenB }),
    given(t, invited()).when({ ...accept, now: expires_at }),
  ];
  const told = refused.map((attempt) => attempt.thenRefused('invalid_command', ['token']).issues);
  t.deepEqual(new Set(told.map((issues) => JSON.stringify(issues))).size, 1, 'one answer for every reason');
});

test('an address is verified once, by a code, an invitation or a reset', (t) => {
  const set = (reason: 'reset' | 'operator'): NewMemberEvent => ({
    type: 'member-password-set',
    data: { reason, secret: { password_hash: '$argon2id$2' } },
  });
  const command = (reason: 'reset' | 'operator'): MemberCommand => ({
    kind: 'set_password',
    password_hash: '$argon2id$2',
    reason,
  });
  given(t, registered).when({ kind: 'verify_email' }).then(verified);
  given(t, registered, verified).when({ kind: 'verify_email' }).then();
  given(t, invited(), accepted).when({ kind: 'verify_email' }).then();
  given(t, registered).when(command('reset')).then(set('reset'), verified);
  given(t, registered, verified).when(command('reset')).then(set('reset'));
  given(t, registered).when(command('operator')).then(set('operator'));
  for (const history of [[], [invited()], [registered, deactivated]]) {
    given(t, ...history)
      .when(command('reset'))
      .thenRefused('not_found');
    given(t, ...history)
      .when({ kind: 'verify_email' })
      .thenRefused('not_found');
  }
});

test('a role is changed to another one, and to owner only of somebody who has joined', (t) => {
  const change = (role: (typeof ROLES)[number]): MemberCommand => ({ kind: 'change_role', role });
  const changed = (from: (typeof ROLES)[number], to: (typeof ROLES)[number]): NewMemberEvent => ({
    type: 'member-role-changed',
    data: { from, to },
  });
  given(t, registered).when(change('viewer')).then(changed('owner', 'viewer'));
  given(t, registered).when(change('owner')).then();
  given(t, registered, changed('owner', 'viewer')).when(change('admin')).then(changed('viewer', 'admin'));
  given(t, invited()).when(change('billing')).then(changed('developer', 'billing'));
  given(t, invited()).when(change('owner')).thenRefused('already_exists');
  given(t, invited(), accepted).when(change('owner')).then(changed('developer', 'owner'));
  given(t).when(change('admin')).thenRefused('not_found');
  given(t, registered, deactivated).when(change('admin')).thenRefused('not_found');
});

test('a member is deactivated once; a registration is superseded only while nobody has verified it', (t) => {
  given(t, registered).when({ kind: 'deactivate' }).then(deactivated);
  given(t, invited())
    .when({ kind: 'deactivate' })
    .then({ type: 'member-deactivated', data: { reason: 'invitation_withdrawn' } });
  given(t, registered, deactivated).when({ kind: 'deactivate' }).thenRefused('not_found');
  given(t).when({ kind: 'deactivate' }).thenRefused('not_found');
  given(t, registered)
    .when({ kind: 'supersede' })
    .then({ type: 'member-deactivated', data: { reason: 'superseded' } });
  given(t, registered, verified).when({ kind: 'supersede' }).thenRefused('already_exists');
  given(t, invited(), accepted).when({ kind: 'supersede' }).thenRefused('already_exists');
});

test('an invitation whose key was destroyed opens nothing', (t) => {
  const fact = plainFacts<NewMemberEvent>([[invited()]])[0]!;
  const state = evolve(noMember, {
    ...fact,
    event: { ...fact.event, data: { ...fact.event.data, profile: null } },
  } as never);
  t.throws(() => decide(state, accept), { message: 'The invitation cannot be accepted.' });
});

test('each role carries the scopes that the interface gives it', (t) => {
  const writes = (role: (typeof ROLES)[number]): string[] =>
    ROLE_SCOPES[role].filter((scope) => scope.endsWith(':write'));
  t.deepEqual(ROLE_SCOPES.owner, ROLE_SCOPES.admin);
  t.is(ROLE_SCOPES.owner.length, 8);
  t.deepEqual(writes('developer'), ['sessions:write', 'patients:write', 'webhooks:write']);
  t.true(ROLE_SCOPES.developer.includes('admin:read'));
  t.deepEqual(writes('viewer'), []);
  t.is(ROLE_SCOPES.viewer.length, 4);
  t.deepEqual(ROLE_SCOPES.billing, ['admin:read']);
});

test('the fold takes any event in any state', (t) => {
  for (const event of [accepted, verified, deactivated]) t.deepEqual(given(t, event).state, noMember);
  t.like(given(t, registered, verified).state, { status: 'active', email_verified: true, revision: 1 });
  t.like(given(t, invited(), verified).state, { status: 'invited', revision: 1 });
});

test('only somebody who has left, or has never verified the address, is erased, and once', (t) => {
  const erase = (cause: ErasureCause): MemberCommand => ({ kind: 'erase', cause });
  const erased = (cause: ErasureCause): NewMemberEvent => ({ type: 'member-erased', data: { cause } });
  for (const history of [
    [registered, deactivated],
    [invited(), accepted, deactivated],
    [invited(), deactivated],
  ]) {
    given(t, ...history)
      .when(erase('requested'))
      .then(erased('requested'));
  }
  for (const history of [[registered], [registered, verified], [invited()]]) {
    given(t, ...history)
      .when(erase('requested'))
      .thenRefused('invalid_command');
  }
  given(t).when(erase('requested')).thenRefused('not_found');
  for (const history of [[registered], [registered, deactivated]]) {
    given(t, ...history)
      .when(erase('never_verified'))
      .then(erased('never_verified'));
  }
  for (const history of [[registered, verified], [registered, verified, deactivated], [invited()]]) {
    given(t, ...history)
      .when(erase('never_verified'))
      .thenRefused('invalid_command');
  }
  const gone = [registered, deactivated, erased('requested')];
  given(t, ...gone)
    .when(erase('requested'))
    .then();
  for (const command of [invite, { kind: 'deactivate' }, { kind: 'verify_email' }] as const) {
    given(t, ...gone)
      .when(command)
      .thenRefused(command.kind === 'invite' ? 'already_exists' : 'not_found');
  }
});
