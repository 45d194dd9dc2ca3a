import path from 'node:path';
import type { ApiConfig } from '../../shared/api/config.ts';
import type { Site, SiteRequest } from '../../shared/http/site.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import type { Logger } from '../../shared/logging/logger.ts';
import { mailboxDir } from '../../shared/mail/settings.ts';
import { publicUrlOf } from '../../shared/sign-in/settings.ts';
import { loadFiles, type SiteFile } from './files.ts';
import { createMailboxPage, type MailboxPage } from './mailbox.ts';

/** Where `npm run build` puts the dashboard. */
const BUILT = path.resolve(import.meta.dirname, '../../build/dashboard');

/** The page may load and call what its own origin serves and nothing else; no script or style stands in the page itself. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const FILE_HEADERS = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};
const PAGE_HEADERS = {
  ...FILE_HEADERS,
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};
/** Two years, as browsers' lists ask for. Only where callers use https. */
const HTTPS_HEADERS = { 'Strict-Transport-Security': 'max-age=63072000' };

/** First segments that are no page of the dashboard: what is not found there is a 404 for everybody. */
const NO_PAGES = /^\/(v\d+|assets|live|ready|health|metrics|docs|mailbox\/mails|\.[^/]*)(\/|$)/;

/** A deep link: the page that a browser asks for by its address; names of files have a dot. */
const isPage = ({ path: asked, header }: SiteRequest): boolean =>
  !NO_PAGES.test(asked) && !/\.[^/]*$/.test(asked) && /\btext\/html\b/.test(header('Accept') ?? '');

/** The dashboard, and in development the mails of this machine. Null, with a warning, where it was not built. */
export function dashboardSite(config: ApiConfig, logger: Logger, folder = BUILT): Site | null {
  const files = loadFiles(folder);
  const index = files?.get('/index.html');
  if (!files || !index) {
    logger.warn('the dashboard is not served: npm run build has not made it');
    return null;
  }
  const isHttps = publicUrlOf(config).startsWith('https:');
  const pageHeaders = { ...PAGE_HEADERS, ...(isHttps && HTTPS_HEADERS) };
  const mailbox = mailboxOf(config);
  return {
    find: async (request) => {
      if (mailbox?.isAt(request.path) === true) return mailbox.find(request);
      const file = files.get(request.path);
      if (file !== undefined && file !== index) return answer(file, FILE_HEADERS);
      return isPage(request) ? answer(index, pageHeaders) : null;
    },
  };
}

const answer = ({ content, contentType }: SiteFile, headers: Record<string, string>): RouteResult => ({
  status: 200,
  body: content,
  contentType,
  headers,
});

function mailboxOf(config: ApiConfig): MailboxPage | null {
  const isOn = config.MAILBOX_PAGE && config.SMTP_URL === undefined && config.DATA_DIR !== undefined;
  return isOn ? createMailboxPage(mailboxDir(config.DATA_DIR ?? '')) : null;
}
