import { StartupError } from './startup-error.ts';

/** Why a server could not listen, for the operator; settings are named, and no value. */
export const explainListening =
  (settings: { port: string; host: string }) =>
  (error: unknown): never => {
    const reasons: Partial<Record<string, string>> = {
      EADDRINUSE: `the port of ${settings.port} is taken: another program listens there`,
      EACCES: `the port of ${settings.port} may not be used by this user: take one from 1024 on`,
      EADDRNOTAVAIL: `the address of ${settings.host} is none of this machine`,
      ENOTFOUND: `the host name of ${settings.host} is not known here`,
    };
    const { code } = error as { code?: unknown };
    const reason = typeof code === 'string' ? reasons[code] : undefined;
    throw reason === undefined ? error : new StartupError(reason);
  };
