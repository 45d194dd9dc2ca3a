import { SCOPES } from '../../../domain/api-key/events.ts';
import { at, CSRF_TOKEN, ids } from './ids.ts';

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
  last_login_at: null,
  created_at: at.invited,
};
const invitation = { ...invited, invite_expires_at: at.inviteExpires };
const colleague = { ...invited, is_active: true, accepted_at: at.accepted };

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
  listTeam: { 200: [owner, colleague] },
  changeMemberRole: { 200: { ...colleague, role: 'admin' } },
  deactivateMember: { 200: { ...colleague, is_active: false, keys_revoked: [], keys_left: [] } },
};
