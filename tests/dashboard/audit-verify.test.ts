import { generateKeyPairSync, sign } from 'node:crypto';
import test from 'ava';
import { canonical, FIRST_HASH } from '../../client/audit/proof.mjs';
import { verdictOf, type Check, type Proof } from '../../dashboard/src/pages/audit/verify/checks.ts';
import { verifyRow, verifyRows, verifyTrail, type Ask } from '../../dashboard/src/pages/audit/verify/run.ts';
import { proofIn, savedForm } from '../../dashboard/src/pages/audit/verify/saved.ts';
import type { ExportedRow } from '../../dashboard/src/pages/audit/verify/trail.ts';
import { ApiFault } from '../../dashboard/src/service/faults.ts';
import { chainHash } from '../../shared/read-models/audit-rows.ts';
import {
  consistencyParts,
  inclusionParts,
  leafHash,
  nodeHash,
  type LeafRange,
} from '../../shared/audit/merkle.ts';
import { sha256 } from '../../shared/crypto/seal.ts';

/**
 * What the dashboard says of a trail that was tampered with. The trail and its proofs are made here with the service's own
 * code; the verification shares none with it, and computes with the same WebCrypto as a browser.
 */
const TENANT = '0198c0de-0000-7000-8000-000000000001';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const KEY = {
  signing_key_id: 'key-1',
  public_key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
};
const FINGERPRINT = sha256(Buffer.from(KEY.public_key, 'base64')).toString('hex');
const NOW = '2026-03-02T10:00:00.000Z';

const rows: ExportedRow[] = [];
for (let seq = 1; seq <= 11; seq += 1) {
  const shown = {
    event_id: `event-${seq}`,
    at: `2026-03-02T09:00:${String(seq).padStart(2, '0')}.000Z`,
    action: 'session.viewed',
    actor: { type: 'member', id: 'member-1' },
    subject: { type: 'session', id: 'session-1' },
    changed_fields: [],
    count: null,
    request_id: `request-${seq}`,
    ip: '198.51.100.24',
  } as const;
  const { count: _none, ...entry } = shown;
  const text = canonical({ ...entry, v: 1, tenant_id: TENANT, stream: 'access-1', revision: seq, on_behalf_of: 'sealed' });
  const previous = rows.at(-1)?.hash ?? FIRST_HASH;
  const hash = chainHash(Buffer.from(previous, 'hex'), text).toString('hex');
  rows.push({ ...shown, changed_fields: [], on_behalf_of: 'nurse-17', hash, previous_hash: previous, canonical: text });
} // oxfmt-ignore

const leaves = rows.map(({ canonical: text }) => leafHash(text));
function hashOf({ start, end }: LeafRange): Buffer {
  if (end - start === 1) return leaves[start]!;
  let half = 1;
  while (half * 2 < end - start) half *= 2;
  return nodeHash(hashOf({ start, end: start + half }), hashOf({ start: start + half, end }));
}
const hex = (range: LeafRange): string => hashOf(range).toString('hex');

const signed = (statement: NonNullable<Proof['checkpoint']>['statement']) => ({
  statement,
  digest: sha256(canonical(statement)).toString('hex'),
  signature: {
    algorithm: 'Ed25519' as const,
    ...KEY,
    value: sign(null, Buffer.from(canonical(statement)), privateKey).toString('base64'),
  },
});
const checkpointAt = (size: number) =>
  signed({
    ...{ v: 2, tenant_id: TENANT, number: 1, seq: size, hash: rows[size - 1]!.hash, position: '9', at: NOW },
    ...{
      event_id: `event-${size}`,
      tree_size: size,
      root: hex({ start: 0, end: size }),
      previous: FIRST_HASH,
    },
  });

/** A service that is honest, whose tree has so many rows. */
const honest =
  (size = rows.length): Ask =>
  ({ event_id: eventId, from_size: from }) => {
    const index = rows.findIndex((row) => row.event_id === eventId);
    const row = rows[index];
    if ((eventId !== undefined && !row) || (from ?? 0) > size) return Promise.reject(new ApiFault('not_found'));
    const all = { start: 0, end: size };
    return Promise.resolve({
      tenant_id: TENANT,
      head: { seq: rows.length, hash: rows.at(-1)!.hash },
      covers_head: size === rows.length,
      checkpoint: checkpointAt(size),
      row: row ? { seq: index + 1, canonical: row.canonical, hash: row.hash } : null,
      inclusion: row && index < size ? { leaf_index: index, tree_size: size, path: inclusionParts(index, all).map(hex) } : null,
      consistency: from === undefined ? null : { from_size: from, tree_size: size, path: consistencyParts(from, all).map(hex) },
      public_keys: [{ ...KEY, created_at: NOW }],
    });
  }; // oxfmt-ignore

/** The same service, after somebody has changed its answers. */
const changed =
  (change: (proof: Proof) => void, ask = honest()): Ask =>
  async (question) => {
    const proof = structuredClone(await ask(question));
    change(proof);
    return proof;
  };

const given = (ask: Ask, more: { earlier?: Proof; fingerprint?: string } = {}) => ({
  ask,
  earlier: more.earlier ?? null,
  fingerprint: more.fingerprint ?? null,
  now: () => new Date(NOW),
  signal: new AbortController().signal,
  onProgress: () => undefined,
});
const faultsOf = (checks: readonly Check[]): string[] =>
  checks.flatMap(({ name, state, fault }) => (state === 'wrong' ? [`${name}: ${fault}`] : []));
const row = rows[4]!;
const wrongIn = async (ask: Ask, more?: Parameters<typeof given>[1], shown = row): Promise<string[]> =>
  faultsOf((await verifyRow(given(ask, more), shown)).checks);
const earlier = await honest(7)({ checkpoint: 'latest' });
const OTHER = 'ef'.repeat(32);

test('a row that is as it was signed is verified, and what was not checked is said', async (t) => {
  const alone = await verifyRow(given(honest()), row);
  t.is(verdictOf(alone.checks), 'intact');
  t.deepEqual(alone.checks.map(({ name, state }) => `${name}: ${state}`), [
    'text: right', 'hash: right', 'inclusion: right', 'signature: right', 'consistency: open', 'key: open',
  ]); // oxfmt-ignore
  t.is(alone.fingerprint, FINGERPRINT);

  const compared = await verifyRow(given(honest(), { earlier, fingerprint: FINGERPRINT }), row);
  t.true(compared.checks.every(({ state }) => state === 'right'));
  const young = await verifyRow(given(honest(3)), row);
  t.is(verdictOf(young.checks), 'unproven', 'not signed yet is neither green nor red');
});

test('a row that shows something else than what was hashed is red', async (t) => {
  for (const shown of [
    { ...row, action: 'session.erased' as const },
    { ...row, at: '2026-03-02T09:00:06.000Z' },
    { ...row, actor: { type: 'member', id: 'member-2' } },
    { ...row, subject: { type: 'session', id: 'session-2' } },
    { ...row, changed_fields: ['age'] },
    { ...row, count: 2 },
    { ...row, ip: null },
  ])
    t.deepEqual(await wrongIn(honest(), {}, shown), ['text: other_text'], JSON.stringify(shown));
  t.deepEqual(await wrongIn(honest(), {}, { ...row, hash: OTHER }), ['hash: other_hash']);
  t.deepEqual(await wrongIn(honest(), {}, { ...row, previous_hash: OTHER }), ['hash: other_hash']);
});

test('a text that was rewritten with its hash is not in the signed tree', async (t) => {
  const text = row.canonical.replace('member-1', 'member-2');
  const hash = chainHash(Buffer.from(row.previous_hash, 'hex'), text).toString('hex');
  const forged = { ...row, actor: { type: 'member', id: 'member-2' }, hash };
  const ask = changed((proof) => {
    proof.row = { seq: 5, canonical: text, hash };
  });
  t.deepEqual(await wrongIn(ask, {}, forged), ['inclusion: not_included']);
  t.deepEqual(await wrongIn(changed((proof) => (proof.row!.canonical = 'no JSON'))), [
    'text: other_text', 'hash: other_hash', 'inclusion: not_included',
  ]); // oxfmt-ignore
});

test('a proof, head, signature or key that was tampered with is red, and says which', async (t) => {
  const cases: [change: (proof: Proof) => void, faults: string[]][] = [
    [({ inclusion }) => (inclusion!.path[0] = OTHER), ['inclusion: not_included']],
    [({ inclusion }) => inclusion!.path.pop(), ['inclusion: not_included']],
    [({ inclusion }) => (inclusion!.leaf_index = 5), ['inclusion: not_included']],
    [(proof) => (proof.inclusion = null), ['inclusion: not_included']],
    [(proof) => (proof.row!.seq = 6), ['inclusion: other_place']],
    // Another root than the signed one: neither the row leads there, nor does the signature fit.
    [({ checkpoint }) => (checkpoint!.statement.root = OTHER), ['inclusion: not_included', 'signature: not_signed']],
    [({ checkpoint }) => (checkpoint!.statement.at = '2026-01-01T00:00:00.000Z'), ['signature: not_signed']],
    [({ checkpoint }) => (checkpoint!.signature.value = `A${checkpoint!.signature.value.slice(1)}`), ['signature: not_signed']],
    [({ checkpoint }) => (checkpoint!.signature.value = 'not base64!'), ['signature: not_signed']],
    [({ checkpoint }) => (checkpoint!.signature.signing_key_id = 'key-2'), ['signature: unknown_key']],
    [(proof) => (proof.public_keys[0]!.public_key = 'AAAA'), ['signature: not_signed']],
    [(proof) => (proof.tenant_id = 'another'), ['inclusion: other_tenant', 'signature: other_tenant']],
    [(proof) => (proof.checkpoint = signed({ ...proof.checkpoint!.statement, v: 3 })), ['signature: no_head']],
  ]; // oxfmt-ignore
  for (const [change, faults] of cases)
    t.deepEqual(await wrongIn(changed(change)), faults, change.toString());

  // Whoever controls the service can sign with a key of their own: the fingerprint from elsewhere tells.
  t.deepEqual(await wrongIn(honest(), { fingerprint: OTHER }), ['key: other_key']);
});

test('a head that does not go on from the earlier one is red', async (t) => {
  t.deepEqual(await wrongIn(honest(), { earlier }), []);
  t.deepEqual(await wrongIn(honest(5), { earlier }), ['consistency: shrunk']);
  const cut = changed(({ consistency }) => consistency!.path.pop());
  t.deepEqual(await wrongIn(cut, { earlier }), ['consistency: changed']);
  const other = changed(({ consistency }) => (consistency!.from_size = 6));
  t.deepEqual(await wrongIn(other, { earlier }), ['consistency: other_size']);
  const checkpoint = signed({ ...earlier.checkpoint!.statement, root: OTHER });
  t.deepEqual(await wrongIn(honest(), { earlier: { ...earlier, checkpoint } }), ['consistency: changed']);
  const unsigned = structuredClone(earlier);
  unsigned.checkpoint!.statement.root = OTHER;
  t.deepEqual(await wrongIn(honest(), { earlier: unsigned }), ['consistency: not_signed']);
  await t.throwsAsync(verifyRow(given(honest(), { earlier }), { ...row, event_id: 'unknown' }), {
    message: 'not_found',
  });
});

test('of many rows each is verified, and the wrong one is named', async (t) => {
  const shown = [...rows].reverse();
  const right = await verifyRows(given(honest()), shown);
  t.is(verdictOf(right.checks), 'intact');
  const verdicts = (of: typeof right) => (of.subject.kind === 'rows' ? of.subject.rows : []);
  t.deepEqual(verdicts(right).map(({ event_id }) => event_id), shown.map(({ event_id }) => event_id)); // oxfmt-ignore
  const forged = shown.with(3, { ...shown[3]!, ip: null });
  const wrong = await verifyRows(given(honest()), forged);
  t.deepEqual(faultsOf(wrong.checks), ['text: other_text']);
  t.deepEqual(verdicts(wrong).filter(({ verdict }) => verdict === 'broken'), [
    { event_id: forged[3]!.event_id, verdict: 'broken' },
  ]); // oxfmt-ignore

  // A service that shows another tree, signed as well, to whoever asks for this row.
  const split: Ask = async (question) => {
    const proof = structuredClone(await honest()(question));
    if (question.event_id === 'event-9')
      proof.checkpoint = signed({ ...proof.checkpoint!.statement, root: OTHER });
    return proof;
  };
  t.deepEqual(faultsOf((await verifyRows(given(split), shown)).checks), [
    'inclusion: not_included', 'consistency: changed',
  ]); // oxfmt-ignore
});

async function* streamOf(all: readonly ExportedRow[]): AsyncIterable<ExportedRow> {
  for (const one of all) yield await Promise.resolve(one);
}

test('the whole trail makes the signed tree; a row that was changed, moved or cut off is named', async (t) => {
  const verify = (all: readonly ExportedRow[], size = rows.length) =>
    verifyTrail(given(honest(size)), () => streamOf(all));
  const right = await verify(rows);
  t.is(verdictOf(right.checks), 'intact');
  t.like(right.subject, { kind: 'trail', rows: 11, covered: 11, broken: null });
  t.like((await verify(rows, 8)).subject, { rows: 11, covered: 8 });

  const wrongAt = async (all: readonly ExportedRow[]): Promise<unknown> => {
    const { subject, checks } = await verify(all);
    return [faultsOf(checks), subject.kind === 'trail' ? (subject.broken?.seq ?? null) : null];
  };
  t.deepEqual(await wrongAt(rows.with(3, { ...rows[3]!, ip: null })), [['text: other_text'], 4]);
  t.deepEqual(await wrongAt(rows.with(3, { ...rows[3]!, hash: OTHER })), [['hash: other_hash'], 4]);
  t.deepEqual(await wrongAt(rows.toSpliced(3, 1)), [['hash: not_next'], 4]);
  t.deepEqual(await wrongAt(rows.slice(0, -2)), [['tree: too_few'], null]);
  t.deepEqual(await wrongAt([]), [['tree: too_few'], null]);

  // Somebody who rewrites a row and every hash after it makes another tree.
  const rewritten: ExportedRow[] = [];
  for (const one of rows) {
    const text = one.event_id === 'event-4' ? one.canonical.replace('198.51', '203.0') : one.canonical;
    const previous = rewritten.at(-1)?.hash ?? FIRST_HASH;
    const hash = chainHash(Buffer.from(previous, 'hex'), text).toString('hex');
    const ip = one.event_id === 'event-4' ? '203.0.100.24' : one.ip;
    rewritten.push({ ...one, ip, canonical: text, previous_hash: previous, hash });
  }
  t.deepEqual(await wrongAt(rewritten), [['tree: other_root'], null]);
});

test('a result is saved with the answer that it is of, and serves as the earlier one', async (t) => {
  const result = await verifyRow(given(honest(7)), row);
  const text = JSON.stringify(savedForm(result));
  const read = JSON.parse(text) as {
    verification: { verdict: string; not_checked: { name: string }[] };
  };
  t.is(read.verification.verdict, 'intact');
  t.deepEqual(
    read.verification.not_checked.map(({ name }) => name),
    ['consistency', 'key', 'unrecorded', 'end_users', 'page'],
  );
  const kept = proofIn(text)!;
  t.deepEqual(await wrongIn(honest(), { earlier: kept }), []);
  for (const other of [
    '',
    '{}',
    'null',
    '[]',
    '{"checkpoint":{"statement":{"tree_size":3}},"public_keys":[]}',
  ])
    t.is(proofIn(other), null);
});
