import { certificateProblem, describeCertificate } from '../tls/certificate-problem.ts';

const SERVER = {
  server: 'the mail server',
  authority: 'name its file in SMTP_CA_FILE',
  address: 'SMTP_URL',
};

/** The client's codes, and what the text has of those of Node, which the client replaces by its own. */
const KINDS: readonly [RegExp, string][] = [
  [/^EAUTH/, 'it refuses the user or the password of SMTP_URL'],
  [/^ENOAUTH/, 'it wants a user, and SMTP_URL names none'],
  [/^ETLS/, 'it offers no STARTTLS, and SMTP_URL or SMTP_CA_FILE asks for TLS'],
  [/ECONNREFUSED/, 'nothing listens at the address of SMTP_URL, so that it is down or the port is another'],
  [/^EDNS|ENOTFOUND|EAI_AGAIN/, 'the host name of SMTP_URL is not known here'],
  [/EHOSTUNREACH|ENETUNREACH/, 'there is no way to the address of SMTP_URL'],
  [/^ETIMEDOUT|timed? ?out/i, 'it does not answer in time'],
  [
    /^EPROTOCOL|greeting/i,
    'what listens at the address of SMTP_URL is no mail server, or wants another kind of TLS',
  ],
];

/** One line on why no mail can be handed over; never what the server said. */
export function describeMailProblem(error: unknown): string {
  const certificate = certificateProblem(error);
  const cannot = 'mails cannot be sent: ';
  if (certificate !== null) return `${cannot}${describeCertificate(certificate, SERVER)}`;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const text = `${String(code)} ${String(message)}`;
  return `${cannot}${KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'the connection failed'}`;
}
