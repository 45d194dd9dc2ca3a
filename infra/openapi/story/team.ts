import { SCOPES } from '../../../domain/api-key/events.ts';
import { ROLE_SCOPES } from '../../../domain/member/types.ts';
import { at, CSRF_TOKEN, ids, RAW_LIVE_KEY } from './ids.ts';

const challenge = { challenge_id: ids.challenge, code_expires_at: at.codeExpires };
const signedIn = {
  member_id: ids.owner,
  tenant_id: ids.tenant,
  role: 'owner',
  csrf_token: CSRF_TOKEN,
  expires_at: at.sessionExpires,
};

const owner = {
  member_id: ids.owner,
  email: 'anna@clinic.example',
  name: 'Anna Novotná',
  role: 'owner',
  is_active: true,
  accepted_at: at.registered,
  invite_expires_at: null,
  last_login_at: at.verified,
  created_at: at.registered,
};
const invited = {
  member_id: ids.colleague,
  email: 'jana@clinic.example',
  name: 'Jana Nová',
  role: 'developer',
  is_active: false,
  accepted_at: null,
  invite_expires_at: at.inviteExpires,
  last_login_at: null,
  created_at: at.invited,
};
const held = { status: 'active', test: false, reads_every_tenant: false, expires_at: null };
const byOwner = { type: 'member', id: ids.owner };
const invitation = invited;
const colleague = { ...invited, is_active: true, accepted_at: at.accepted, invite_expires_at: null };

/** Anna registers the clinic and invites Jana. */
export const teamAnswers = {
  register: { 201: challenge },
  verifyCode: { 200: signedIn },
  login: { 200: signedIn, 202: challenge },
  resendCode: { 202: challenge },
  forgotPassword: { 202: { accepted: true } },
  resetPassword: { 200: { password_changed: true } },
  exchangeApiKey: {
    200: {
      tenant_id: ids.tenant,
      key_id: ids.liveKey,
      scopes: SCOPES,
      test: false,
      csrf_token: CSRF_TOKEN,
      expires_at: at.sessionExpires,
    },
  },
  logout: { 200: { logged_out: true } },
  inviteMember: { 201: invitation },
  inviteMemberFromDashboard: { 201: invitation },
  inviteMemberOldPath: { 201: invitation },
  acceptInvite: { 201: colleague },
  reviewAccess: {
    200: {
      as_of: at.later,
      total: 3,
      limit: 2_000,
      offset: 0,
      data: [
        {
          ...held,
          kind: 'api_key',
          id: ids.liveKey,
          name: 'Ward 4',
          hint: `${RAW_LIVE_KEY.slice(0, 13)}…${RAW_LIVE_KEY.slice(-4)}`,
          role: null,
          scopes: SCOPES,
          created_at: at.keyMade,
          created_by: byOwner,
          last_used_at: at.finalized,
        },
        {
          ...held,
          kind: 'member',
          id: ids.owner,
          name: owner.name,
          hint: owner.email,
          role: 'owner',
          scopes: ROLE_SCOPES.owner,
          created_at: at.registered,
          created_by: byOwner,
          last_used_at: at.verified,
        },
        {
          ...held,
          kind: 'invitation',
          id: ids.colleague,
          name: invited.name,
          hint: invited.email,
          role: 'developer',
          scopes: ROLE_SCOPES.developer,
          created_at: at.invited,
          created_by: byOwner,
          last_used_at: null,
          expires_at: at.inviteExpires,
        },
      ],
    },
  },
  listTeam: { 200: [owner, colleague] },
  changeMemberRole: { 200: { ...colleague, role: 'admin' } },
  deactivateMember: { 200: { ...colleague, is_active: false, keys_revoked: [], keys_left: [] } },
};
