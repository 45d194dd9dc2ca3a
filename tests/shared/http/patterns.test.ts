import test from 'ava';
import fc from 'fast-check';
import type { z } from 'zod';
import {
  DATE_PATTERN,
  DATE_TIME_PATTERN,
  NOT_BLANK_PATTERN,
  STORABLE_PATTERN,
} from '../../../shared/http/patterns.ts';
import { dateTime, filledText, isoDate } from '../../../shared/http/schemas.ts';
import { isUnstorable } from '../../../shared/http/text.ts';
import { WEBHOOK_URL_PATTERN, checkWebhookUrl } from '../../../shared/webhooks/url-policy.ts';

/** With and without the flag: generated validators set it or do not. */
const readings = (pattern: string): RegExp[] => [new RegExp(pattern, 'u'), new RegExp(pattern)];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc
    .array(fc.constantFrom('a', ' ', '\n', '\u0000', '\ud834', '\udd1e', '𝄞', '\ufeff'))
    .map((all) => all.join('')),
);

test('the pattern of text says what is refused in every text', (t) => {
  fc.assert(
    fc.property(text, (given) => {
      for (const pattern of readings(STORABLE_PATTERN)) t.is(pattern.test(given), !isUnstorable(given));
    }),
  );
});

test('the pattern of text that is not blank says what its check says', (t) => {
  const schema = filledText(200);
  fc.assert(
    fc.property(text, (given) => {
      const isTaken = !isUnstorable(given) && schema.safeParse(given).success;
      for (const pattern of readings(NOT_BLANK_PATTERN)) t.is(pattern.test(given), isTaken);
    }),
  );
});

const TIMES: [pattern: string, schema: z.ZodType, taken: string[], refused: string[]][] = [
  [
    DATE_PATTERN,
    isoDate(),
    ['0001-01-01', '2024-02-29', '9999-12-31'],
    ['0000-01-01', '2024-2-29', '-001-01-01'],
  ],
  [
    DATE_TIME_PATTERN,
    dateTime(),
    ['2026-01-31T08:30:00Z', '2026-01-31T08:30:00.123456+02:00', '0010-01-01T00:00:00-23:59'],
    [
      '2026-01-31t08:30:00z',
      '2026-01-31 08:30:00Z',
      '2026-01-31T08:30:60Z',
      '2026-01-31T08:30:00+02',
      '0000-01-01T00:00:00Z',
    ],
  ],
];
test('the patterns of dates and times refuse what a format allows and the service does not', (t) => {
  for (const [pattern, schema, taken, refused] of TIMES) {
    for (const given of [...taken, ...refused]) {
      const isTaken = taken.includes(given);
      t.is(schema.safeParse(given).success, isTaken, given);
      for (const reading of readings(pattern)) t.is(reading.test(given), isTaken, given);
    }
  }
});

test('every URL that is taken for a webhook has the form that is described', (t) => {
  const part = fc.constantFrom(
    'http',
    'HTTPS',
    's',
    ':',
    '/',
    '//',
    '\\',
    '@',
    '?',
    '#',
    ' ',
    '\u007f',
    'a.cz',
    'ž.cz',
    ':8',
  );
  const url = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        url,
        url.map((rest) => `https://clinic.example${rest}`),
      ),
      (given) => {
        const isTaken = checkWebhookUrl(given, { allowLocal: true }).ok;
        for (const pattern of readings(WEBHOOK_URL_PATTERN)) t.true(!isTaken || pattern.test(given), given);
      },
    ),
    { numRuns: 2_000 },
  );
});
