import spectral, { type ISpectralDiagnostic, type RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import rulesets from '@stoplight/spectral-rulesets';
import test, { type ExecutionContext } from 'ava';
import { interfaceDocument } from '../../../shared/api/document.ts';
import { operations } from '../../support/description.ts';

/** What Spectral says of the served description: its rules for OpenAPI, and those after the OWASP API Security Top 10. */
const described = interfaceDocument() as { components: object };

type Finding = { rule: string; place: string; message: string };

async function findingsOf(document: object, ruleset: object): Promise<Finding[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset(ruleset as RulesetDefinition);
  const found: ISpectralDiagnostic[] = await linter.run(document as Record<string, unknown>);
  return found.map(({ code, path, message }) => ({ rule: String(code), place: path.join(' '), message }));
}

type Explained = { rule: string; at?: RegExp; why: string };

const explains =
  ({ rule, at = /^/ }: Explained) =>
  (finding: Finding): boolean =>
    finding.rule === rule && at.test(finding.place);

/** Every finding has its explanation, and every explanation a finding. */
function areExplained(t: ExecutionContext, findings: Finding[], explained: readonly Explained[]): void {
  t.deepEqual(
    findings.filter((finding) => !explained.some((each) => explains(each)(finding))),
    [],
  );
  t.deepEqual(
    explained.filter((each) => !findings.some(explains(each))),
    [],
    'no finding left',
  );
}

test('the description is clean under Spectral’s rules for OpenAPI', async (t) => {
  areExplained(t, await findingsOf(described, { extends: [rulesets.oas] }), [
    {
      rule: 'operation-success-response',
      at: /^paths \/v1\/auth\/invite /,
      why: 'It was removed, and answers 410 to everybody.',
    },
  ]);
});

/** Limits are for what callers send. What the service answers it limits itself, by its own stores. */
const LIMITS = [
  'owasp:api4:2023-array-limit',
  'owasp:api4:2023-integer-format',
  'owasp:api4:2023-integer-limit',
  'owasp:api4:2023-string-limit',
  'owasp:api4:2023-string-restricted',
];

const OF_SIGN_IN = /^paths \/v1\/auth\//;
const FOR_EVERYBODY = /^paths \/v1\/(auth|docs|openapi\.json|changelog|health)\b/;
/** Links to files. */
const OF_LINKS = /^paths \/v1\/data\/files\b/;
const OF_PROBES = /^paths \/v1\/health\b/;

test('what the OWASP rules find in the operations is explained', async (t) => {
  const off = Object.fromEntries(LIMITS.map((rule) => [rule, 'off']));
  areExplained(t, await findingsOf(described, { extends: [owasp], rules: off }), [
    {
      rule: 'owasp:api2:2023-read-restricted',
      at: OF_LINKS,
      why: 'A link is sealed, names one file and ends after 15 minutes, so that programs can fetch the file as it is.',
    },
    {
      rule: 'owasp:api2:2023-no-credentials-in-url',
      at: OF_LINKS,
      why: 'The token is such a link and opens nothing else.',
    },
    {
      rule: 'owasp:api8:2023-define-error-responses-401',
      at: OF_LINKS,
      why: 'A link that has ended is a file that is not there.',
    },
    {
      rule: 'owasp:api2:2023-write-restricted',
      at: OF_SIGN_IN,
      why: 'Who signs in has no credential yet. These calls are limited for each address.',
    },
    {
      rule: 'owasp:api2:2023-read-restricted',
      at: FOR_EVERYBODY,
      why: 'Single sign-on begins without a credential; the description, its pages and probes are for everybody.',
    },
    {
      rule: 'owasp:api8:2023-define-error-responses-401',
      at: FOR_EVERYBODY,
      why: 'What takes no credential refuses none.',
    },
    { rule: 'owasp:api4:2023-rate-limit', at: OF_PROBES, why: 'Probes are never limited.' },
    { rule: 'owasp:api4:2023-rate-limit-responses-429', at: OF_PROBES, why: 'Probes are never limited.' },
    {
      rule: 'owasp:api5:2023-admin-security-unique',
      at: /^paths \/v1\/admin\//,
      why: 'A tenant administers itself with the credentials that it has: scopes and roles say what each may do.',
    },
    {
      rule: 'owasp:api7:2023-concerning-url-parameter',
      at: /^paths \/v1\/auth\/sso\b/,
      why: 'The service never calls this address: it leads a browser there, if it is on the allowlist.',
    },
    {
      rule: 'owasp:api8:2023-define-cors-origin',
      why: 'Only answers to origins that the operator allows carry the header.',
    },
    {
      rule: 'owasp:api9:2023-inventory-access',
      why: 'Each installation serves its own description, which names that installation alone.',
    },
    {
      rule: 'owasp:api9:2023-inventory-environment',
      why: 'Each installation serves its own description, which names that installation alone.',
    },
  ]);
});

/** Lengths of formats that fix it; of a time the longest, with nanoseconds and offset. */
const LENGTHS: Readonly<Record<string, number>> = { uuid: 36, date: 10, 'date-time': 35 };

/** The requests alone. A format that fixes the length of a text is written out as the limit that it is. */
function requestsAlone(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, parameters, body } of operations) {
    const content = body && { requestBody: { content: { 'application/json': { schema: body.schema } } } };
    (paths[path] ??= {})[method.toLowerCase()] = { parameters, ...content, responses: {} };
  }
  const text = JSON.stringify({ ...described, webhooks: {}, paths }, (_, value: unknown) => {
    const length = LENGTHS[(value as { format?: string } | null)?.format ?? ''];
    return length === undefined ? value : { ...(value as object), maxLength: length };
  });
  return JSON.parse(text) as object;
}

test('what callers send is limited', async (t) => {
  const rules = Object.fromEntries(LIMITS.map((rule) => [rule, true]));
  const found = await findingsOf(requestsAlone(), { extends: [[owasp, 'off']], rules });
  const findings = found.filter(({ place }) => place.startsWith('paths '));
  areExplained(t, findings, [
    {
      rule: 'owasp:api4:2023-string-restricted',
      why: 'Words of patients, names and reasons are free text. Their length is limited.',
    },
    {
      rule: 'owasp:api4:2023-string-limit',
      at: /(verify-code .* code|sso.* parameters 0 schema)$/,
      why: 'Its pattern limits its length.',
    },
    {
      rule: 'owasp:api4:2023-string-limit',
      at: / \/v1\/admin\/webhooks\/deliveries\/\{delivery_id\}\/resolve post .* reason$/,
      why: 'It is cut to 500 characters.',
    },
  ]);
});
