import type { Route } from '../../shared/http/route.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { forgotPassword } from './forgot-password.ts';
import { exchangeApiKey } from './key-exchange.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { resendCode } from './resend-code.ts';
import { resetPassword } from './reset-password.ts';
import { ssoRoutes } from './sso.ts';
import { verifyCode } from './verify-code.ts';

/** Every way in and out of a dashboard session. */
export const signInRoutes = (deps: CommandDeps): Route[] => [
  login(deps),
  verifyCode(deps),
  resendCode(deps),
  forgotPassword(deps),
  resetPassword(deps),
  exchangeApiKey(deps),
  logout(deps),
  ...ssoRoutes(deps),
];
