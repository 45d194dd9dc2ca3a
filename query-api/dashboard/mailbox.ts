import { isLoopbackAddress, isLoopbackHost } from '../../shared/http/loopback.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import type { SiteRequest } from '../../shared/http/site.ts';
import { listMailbox } from '../../shared/mail/mailbox.ts';

/** What the dashboard's page /mailbox asks for. */
const MAILS = '/mailbox/mails';
const SHOWN_MAILS = 50;

export type MailboxPage = {
  isAt(path: string): boolean;
  find(request: SiteRequest): Promise<RouteResult | null>;
};

/**
 * The mails that a development machine keeps, the newest first. Codes and links stand in them, so only a page of this
 * machine gets them, opened by a loopback address: a name that somebody else made lead here does not do, nor does what a
 * proxy passes on.
 */
export const createMailboxPage = (folder: string): MailboxPage => ({
  isAt: (path) => path === MAILS,
  find: async (request) => {
    if (!isOfThisMachine(request)) return null;
    const mails = await listMailbox(folder, SHOWN_MAILS);
    return {
      status: 200,
      body: {
        mails: mails.map(({ mail_id, at, to, subject, text }) => ({ mail_id, at, to, subject, text })),
      },
      headers: { 'Cross-Origin-Resource-Policy': 'same-origin' },
    };
  },
});

const OF_PROXIES = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'Via'];

function isOfThisMachine({ ip, header }: SiteRequest): boolean {
  const isDirect = OF_PROXIES.every((name) => header(name) === null);
  const isOwnPage = ['same-origin', 'none', null].includes(header('Sec-Fetch-Site'));
  return isLoopbackAddress(ip) && isLoopbackHost(header('Host') ?? '') && isDirect && isOwnPage;
}
