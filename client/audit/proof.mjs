// What an answer of GET /v1/admin/audit-log/proof proves. Runs in Node and in browsers: whoever imports it gives SHA-256 and
// Ed25519. It shares no code with the service that makes the proofs. Hashes are hex, keys and signatures base64.

/** What the chain of a trail begins with. */
export const FIRST_HASH = '0'.repeat(64);

const encoder = new TextEncoder();
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

const half = (number) => Math.floor(number / 2);
export const isText = (value) => typeof value === 'string';
export const isHash = (text) => isText(text) && /^[0-9a-f]{64}$/.test(text);
/** What is no object has no members: each that is asked for is missing. */
export const membersOf = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
/** Whether numbers and path of a proof can be of a tree at all: hashes have one length, places and sizes are whole. */
const isOfTree = (numbers, path) =>
  numbers.every(Number.isSafeInteger) && Array.isArray(path) && path.every(isHash);

/** Of a digit 0 to 9, a to f, by its code. */
const digitOf = (code) => (code < 58 ? code - 48 : code - 87);

/** Of lower-case hex. By hand, as a long trail has millions of them. */
function bytesOfHex(hex) {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = digitOf(hex.charCodeAt(2 * at)) * 16 + digitOf(hex.charCodeAt(2 * at + 1));
  return bytes;
}

/** None where it is no base64: no key and no signature fits that. */
function bytesOfBase64(text) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}

function joined(...parts) {
  let size = 0;
  for (const part of parts) size += part.length;
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** What was given does not prove what it has to; the message says why. */
export class Broken extends Error {}

/** Nothing that the service writes is nested so deep. */
const MAX_DEPTH = 64;

/** JSON with sorted keys and without blanks: the bytes that are hashed and signed. Throws Broken. */
export function canonical(value, depth = 0) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth > MAX_DEPTH) throw new Broken('what should be hashed is nested too deep');
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name], depth + 1)}`);
  return `{${members.join(',')}}`;
}

/** The members of what the text of a row says; null where it is not JSON. */
export function entryOf(text) {
  try {
    return membersOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * On which side of the way up to the root each hash of a path stands, from the leaf up; null where the path is not as long
 * as the way. RFC 9162, 2.1.3.2 and 2.1.4.2.
 */
function sidesOf(place, last, length) {
  const sides = [];
  let [node, end] = [place, last];
  for (let step = 0; step < length; step += 1) {
    if (end === 0) return null;
    if (node % 2 === 1 || node === end) {
      sides.push('left');
      while (node % 2 === 0 && node !== 0) [node, end] = [half(node), half(end)];
    } else {
      sides.push('right');
    }
    [node, end] = [half(node), half(end)];
  }
  return end === 0 ? sides : null;
}

/** A verifier over SHA-256 of bytes, and Ed25519: either may answer at once or later. */
export function createVerifier({ sha256, isSigned }) {
  /** A leaf of the tree: a row (RFC 6962, 2.1). */
  const leafHash = (text) => sha256(joined(LEAF, encoder.encode(text)));
  const nodeHash = (left, right) => sha256(joined(NODE, bytesOfHex(left), bytesOfHex(right)));
  /** Of a row in the chain, after the hash of the row before it. */
  const chainHash = (previous, text) => sha256(joined(bytesOfHex(previous), encoder.encode(text)));

  /** Whether a leaf is in the tree of this root: RFC 9162, 2.1.3.2. */
  async function isIncluded(leaf, proof, root) {
    const { leaf_index: index, tree_size: size, path } = membersOf(proof);
    if (!isOfTree([index, size], path) || !(index >= 0 && index < size)) return false;
    const sides = sidesOf(index, size - 1, path.length);
    if (sides === null) return false;
    let hash = leaf;
    for (const [step, beside] of path.entries())
      hash = await (sides[step] === 'left' ? nodeHash(beside, hash) : nodeHash(hash, beside));
    return hash === root;
  }

  /** Whether the tree of one root is the beginning of the tree of another: RFC 9162, 2.1.4.2. */
  async function isConsistent(proof, fromRoot, root) {
    const { from_size: from, tree_size: size, path } = membersOf(proof);
    if (!isOfTree([from, size], path) || !(from >= 1 && from <= size)) return false;
    if (from === size) return path.length === 0 && fromRoot === root;
    const [start, ...rest] = Number.isInteger(Math.log2(from)) ? [fromRoot, ...path] : path;
    if (start === undefined) return false;
    let [place, last] = [from - 1, size - 1];
    while (place % 2 === 1) [place, last] = [half(place), half(last)];
    const sides = sidesOf(place, last, rest.length);
    if (sides === null) return false;
    // The first goes up in the earlier tree, which has the nodes on the left alone; the second in the later one.
    let [first, second] = [start, start];
    for (const [step, beside] of rest.entries()) {
      if (sides[step] === 'left') first = await nodeHash(beside, first);
      second = await (sides[step] === 'left' ? nodeHash(beside, second) : nodeHash(second, beside));
    }
    return first === fromRoot && second === root;
  }

  /** The tree over leaves that are added one after the other. */
  function growingTree() {
    const peaks = [];
    let size = 0;
    return {
      async add(leaf) {
        let hash = leaf;
        for (let left = size; left % 2 === 1; left = half(left)) hash = await nodeHash(peaks.pop(), hash);
        peaks.push(hash);
        size += 1;
      },
      /** Null of no leaf. */
      async root() {
        let root = null;
        for (const peak of peaks.toReversed()) root = root === null ? peak : await nodeHash(peak, root);
        return root;
      },
    };
  }

  /** Of a public key: SHA-256 of its bytes. */
  const fingerprintOf = (publicKey) => sha256(bytesOfBase64(publicKey));

  /** The listed keys that are believed, by id: all of them, or those of these fingerprints. */
  async function trustedKeys(listed, fingerprints) {
    const keys = new Map();
    for (const { signing_key_id: id, public_key: publicKey } of listed) {
      const fingerprint = await fingerprintOf(publicKey);
      if (fingerprints.length === 0 || fingerprints.includes(fingerprint))
        keys.set(id, { publicKey, fingerprint });
    }
    return keys;
  }

  /** Why a statement is not believed: `unknown_key`, `not_signed`; null where it is signed by one of the keys. */
  async function signatureFault(signed, keys) {
    const { statement, signature } = membersOf(signed);
    const { signing_key_id: id, value } = membersOf(signature);
    const known = keys.get(id);
    if (known === undefined) return 'unknown_key';
    if (!isText(value)) return 'not_signed';
    const isRight = await isSigned({
      publicKey: bytesOfBase64(known.publicKey),
      bytes: encoder.encode(canonical(membersOf(statement))),
      value: bytesOfBase64(value),
    });
    return isRight ? null : 'not_signed';
  }

  /** Why what an answer has as its checkpoint is no signed tree head of its tenant; null where it is one. */
  async function headFault(answer, keys) {
    const { tenant_id: tenantId, checkpoint } = membersOf(answer);
    if (!checkpoint) return 'no_checkpoint';
    const fault = await signatureFault(checkpoint, keys);
    if (fault !== null) return fault;
    const statement = membersOf(checkpoint.statement);
    if (statement.tenant_id !== tenantId) return 'other_tenant';
    if (statement.v === 1) return 'no_tree';
    // The same key signs the manifests of exports and certificates of erasures.
    const isHead = statement.v === 2 && Number.isSafeInteger(statement.tree_size) && isHash(statement.root);
    return isHead ? null : 'no_head';
  }

  /** Why an answer does not prove that its row is in the tree of this head; null where it does. */
  async function inclusionFault({ row: shown, inclusion: given, tenant_id: tenantId }, head) {
    if (!given) return 'not_covered';
    const [row, inclusion] = [shown, given].map(membersOf);
    if (!isText(row.canonical)) return 'no_text';
    const isAtHead = inclusion.tree_size === head.tree_size;
    const isProven = isAtHead && (await isIncluded(await leafHash(row.canonical), inclusion, head.root));
    if (!isProven) return 'not_included';
    if (row.seq !== inclusion.leaf_index + 1) return 'other_place';
    const entry = entryOf(row.canonical);
    if (entry === null) return 'not_json';
    return entry.tenant_id === tenantId ? null : 'other_tenant';
  }

  /** Why an answer does not prove that an earlier tree head is the beginning of this one; null where it does. */
  async function consistencyFault({ consistency: given }, head, earlier) {
    if (earlier.tenant_id !== head.tenant_id) return 'other_tenant';
    const consistency = membersOf(given);
    const isAsked = consistency.from_size === earlier.tree_size && consistency.tree_size === head.tree_size;
    if (!isAsked) return 'other_size';
    return (await isConsistent(consistency, earlier.root, head.root)) ? null : 'changed';
  }

  return {
    leafHash,
    chainHash,
    isIncluded,
    isConsistent,
    growingTree,
    fingerprintOf,
    trustedKeys,
    signatureFault,
    headFault,
    inclusionFault,
    consistencyFault,
  };
}
