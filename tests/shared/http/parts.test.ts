import type { IncomingMessage } from 'node:http';
import test from 'ava';
import { z } from 'zod';
import { createClientIp } from '../../../shared/http/client-ip.ts';
import { ERROR_STATUS, validationError } from '../../../shared/http/errors.ts';
import { fieldErrorsOf } from '../../../shared/http/field-errors.ts';
import { defineRoute } from '../../../shared/http/route.ts';
import * as s from '../../../shared/http/schemas.ts';

const PROXIES = ['10.0.0.0/8', '::1/128', 'fd00::/8'];
const ADDRESSES: [peer: string | undefined, forwarded: string | undefined, client: string][] = [
  ['192.0.2.1', undefined, '192.0.2.1'],
  ['192.0.2.1', '198.51.100.1', '192.0.2.1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['10.0.0.1', '198.51.100.1, nonsense, 10.0.0.2', '10.0.0.2'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', '0x7f.1', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['::1', '[2001:db8::1]:4711', '2001:db8::1'],
  ['fd00::5', '2001:DB8:0::1', '2001:db8::1'],
  ['fe80::1%eth0', undefined, 'fe80::1'],
  [undefined, '198.51.100.1', '0.0.0.0'],
];

test('the right-most address that no trusted proxy has is the client', (t) => {
  const clientIp = createClientIp(PROXIES);
  for (const [remoteAddress, forwarded, client] of ADDRESSES) {
    const req = {
      socket: { remoteAddress },
      headers: { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage;
    t.is(clientIp(req), client, `${remoteAddress ?? '-'} ${forwarded ?? '-'}`);
  }
  t.throws(() => createClientIp(['10.0.0.0/99']));
});

const base = {
  operationId: 'x',
  summary: 'x',
  tag: 'x',
  access: { kind: 'public' },
  admission: 'gate',
  responses: { 200: { description: 'x' } },
  errors: [],
  handler: () => Promise.resolve({ status: 200, body: null }),
} as const;

test('a declaration that contradicts itself stops the boot', (t) => {
  const id = z.object({ id: z.string() });
  const wrong: [message: RegExp, declare: () => unknown][] = [
    [/placeholders differ/, () => defineRoute({ ...base, method: 'GET', path: '/v1/{id}' })],
    [/placeholders differ/, () => defineRoute({ ...base, method: 'GET', path: '/v1/x', params: id })],
    [/GET has no body/, () => defineRoute({ ...base, method: 'GET', path: '/v1/x', body: id })],
    [/GET needs no/, () => defineRoute({ ...base, method: 'GET', path: '/v1/x', idempotent: true })],
    [/lower-case/, () => defineRoute({ ...base, method: 'GET', path: '/v1/X/' })],
    [/at least one/, () => defineRoute({ ...base, method: 'GET', path: '/v1/x', responses: {} })],
    [
      /errors go to errors/,
      () => defineRoute({ ...base, method: 'GET', path: '/v1/x', responses: { 404: { description: 'x' } } }),
    ],
    [/for its errors/, () => defineRoute({ ...base, method: 'GET', path: '/v1/x', errorPage: () => '/' })],
    [/strictObject/, () => defineRoute({ ...base, method: 'POST', path: '/v1/x', body: id.optional() })],
    [
      /strictObject/,
      () => defineRoute({ ...base, method: 'POST', path: '/v1/x', body: z.union([id, z.string()]) }),
    ],
    [
      /strictObject/,
      () => defineRoute({ ...base, method: 'POST', path: '/v1/x', body: id.transform((v) => v.id) }),
    ],
  ];
  for (const [message, declare] of wrong) t.throws(declare, { message });
});

test('a refined body stays refined when it is made strict', (t) => {
  const body = z
    .object({ a: z.string() })
    .refine((value) => value.a !== 'x', { path: ['a'], message: 'Must not be x.' });
  const route = defineRoute({ ...base, method: 'POST', path: '/v1/x', body });
  const parsed = route.body?.safeParse({ a: 'x' });
  t.deepEqual(fieldErrorsOf(parsed?.error?.issues ?? [], { a: 'x' }), [
    { field: 'a', code: 'invalid_value', message: 'Must not be x.' },
  ]);
  t.false(route.body?.safeParse({ a: 'y', b: 1 }).success);
});

const cat = z.object({ kind: z.literal('cat'), lives: z.int().max(9) });
const dog = z.object({ kind: z.literal('dog'), good: z.boolean() });
const contradicting = z.object({ a: z.string() }).superRefine((_, ctx) => {
  ctx.addIssue({
    code: 'custom',
    path: ['a'],
    message: 'Text and skip exclude each other.',
    params: { code: 'invalid_format' },
  });
});

const ISSUES: [
  schema: z.ZodType,
  value: unknown,
  errors: [field: string, code: string, message: string][],
][] = [
  [
    z.discriminatedUnion('kind', [cat, dog]),
    { kind: 'cow' },
    [['kind', 'invalid_value', 'Must have one of the documented forms.']],
  ],
  [z.discriminatedUnion('kind', [cat, dog]), {}, [['kind', 'required', 'This field is required.']]],
  [
    z.discriminatedUnion('kind', [cat, dog]),
    { kind: 'cat', lives: 10 },
    [['lives', 'too_big', 'Must be at most 9.']],
  ],
  [z.union([cat, dog]), { kind: 'dog', good: 1 }, [['good', 'invalid_type', 'Must be a boolean.']]],
  [z.union([cat, z.string()]), 5, [['body', 'invalid_type', 'Must have one of the documented forms.']]],
  [contradicting, { a: 'x' }, [['a', 'invalid_format', 'Text and skip exclude each other.']]],
  [z.object({ a: z.literal(true) }), { a: false }, [['a', 'invalid_value', 'Must be true.']]],
  [z.object({ a: z.int().multipleOf(5) }), { a: 3 }, [['a', 'invalid_value', 'Must be a multiple of 5.']]],
  [z.object({ a: z.email() }), { a: 'x' }, [['a', 'invalid_format', 'Must be a valid email address.']]],
  [
    z.record(z.string().max(2), z.number()),
    { abc: 1, d: 'x' },
    [
      ['abc', 'invalid_value', 'This name is not allowed here.'],
      ['d', 'invalid_type', 'Must be a number.'],
    ],
  ],
  [
    z.array(z.object({ a: z.string() })),
    [{}, { a: 1 }],
    [
      ['0.a', 'required', 'This field is required.'],
      ['1.a', 'invalid_type', 'Must be a string.'],
    ],
  ],
  [s.visibleAscii(), 'a b', [['body', 'invalid_format', 'Must be a valid value of its format.']]],
];

test('each kind of issue has its code and text', (t) => {
  for (const [schema, value, expected] of ISSUES) {
    const issues = schema.safeParse(value).error?.issues ?? [];
    t.deepEqual(
      fieldErrorsOf(issues, value).map((e) => [e.field, e.code, e.message]),
      expected,
    );
  }
});

test('the table of codes is the contract’s', (t) => {
  t.is(Object.keys(ERROR_STATUS).length, 19);
  t.is(validationError([]).status, 422);
});
