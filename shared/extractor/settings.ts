import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { wholeNumber } from '../config/settings.ts';

const URL_MESSAGE =
  'must be an https URL, or http on loopback, without user, password and fragment, such as https://llm.example/v1';

/** How an upstream is asked: in the words of OpenAI's chat completions, or in plain JSON of our own. */
export const EXTRACTOR_KINDS = ['openai', 'http'] as const;
/** How a model is asked for its answer: in JSON mode, or by a schema that its server makes it keep to. */
const RESPONSE_FORMATS = ['json_object', 'json_schema'] as const;
/** What follows where upstream fails: the call is refused, or the built-in reader reads alone. */
export const EXTRACTOR_FALLBACKS = ['refuse', 'builtin'] as const;

/** Settings of the upstream extractor; without EXTRACTOR_URL there is none. docs/operator/settings.md explains them. */
export const extractorSettings = {
  EXTRACTOR_URL: z.string().max(2_000, URL_MESSAGE).refine(isUsableUrl, URL_MESSAGE).optional(),
  EXTRACTOR_KIND: z.enum(EXTRACTOR_KINDS, 'must be openai or http').default('openai'),
  /** Sent as a bearer token. */
  EXTRACTOR_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'must be 1 to 4096 visible ASCII characters')
    .optional(),
  EXTRACTOR_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
    .optional(),
  /** For chat completions only. */
  EXTRACTOR_RESPONSE_FORMAT: z
    .enum(RESPONSE_FORMATS, 'must be json_object or json_schema')
    .default('json_object'),
  /** From asking to the last byte of the answer, for all of one call. A handler gives up at 10 s. */
  EXTRACTOR_TIMEOUT_MS: wholeNumber(100, 8_000).prefault('5000'),
  /** Requests at once in a process. */
  EXTRACTOR_CONCURRENCY: wholeNumber(1, 256).prefault('32'),
  EXTRACTOR_FALLBACK: z.enum(EXTRACTOR_FALLBACKS, 'must be refuse or builtin').default('refuse'),
};

export type ExtractorConfig = {
  EXTRACTOR_URL?: string | undefined;
  EXTRACTOR_KIND: (typeof EXTRACTOR_KINDS)[number];
  EXTRACTOR_KEY?: string | undefined;
  EXTRACTOR_MODEL?: string | undefined;
  EXTRACTOR_RESPONSE_FORMAT: (typeof RESPONSE_FORMATS)[number];
  EXTRACTOR_TIMEOUT_MS: number;
  EXTRACTOR_CONCURRENCY: number;
  EXTRACTOR_FALLBACK: (typeof EXTRACTOR_FALLBACKS)[number];
};

/** Refinement for a schema with these settings: chat completions are those of a model. */
export const modelNamed = {
  check: (config: ExtractorConfig): boolean =>
    config.EXTRACTOR_URL === undefined ||
    config.EXTRACTOR_KIND !== 'openai' ||
    config.EXTRACTOR_MODEL !== undefined,
  params: { path: ['EXTRACTOR_MODEL'], message: 'is required with EXTRACTOR_URL and EXTRACTOR_KIND=openai' },
};

/** What people say goes there: never in clear over a network. */
function isUsableUrl(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, hostname, username, password, hash } = new URL(given);
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** By a name or an address that cannot mean another machine; `127.example.org` can. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));
