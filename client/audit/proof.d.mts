/** Hashes are SHA-256 in lower-case hex, keys and signatures base64. */
type Later<T> = T | Promise<T>;

export type Crypto = {
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Later<string>;
  /** Ed25519; the public key is DER (SPKI). */
  isSigned: (signed: Record<'publicKey' | 'bytes' | 'value', Uint8Array<ArrayBuffer>>) => Later<boolean>;
};

export type Inclusion = { leaf_index: number; tree_size: number; path: readonly string[] };
export type Consistency = { from_size: number; tree_size: number; path: readonly string[] };
/** What is signed of a tree. */
export type Head = { tenant_id: string; tree_size: number; root: string };
export type Signed = { statement: object; signature: { signing_key_id: string; value: string } };
export type ListedKey = { signing_key_id: string; public_key: string };
export type TrustedKeys = ReadonlyMap<string, { publicKey: string; fingerprint: string }>;

/** An answer of GET /v1/admin/audit-log/proof, as far as it proves something. */
export type ProofAnswer = {
  tenant_id: string;
  checkpoint: { statement: object; signature: { signing_key_id: string; value: string } } | null;
  row: { seq: number; canonical: string } | null;
  inclusion: Inclusion | null;
  consistency: Consistency | null;
};

export type SignatureFault = 'unknown_key' | 'not_signed';
export type HeadFault = SignatureFault | 'no_checkpoint' | 'other_tenant' | 'no_tree' | 'no_head';
export type InclusionFault =
  | 'not_covered'
  | 'not_included'
  | 'other_place'
  | 'no_text'
  | 'not_json'
  | 'other_tenant';
export type ConsistencyFault = 'other_tenant' | 'other_size' | 'changed';

export type GrowingTree = {
  add: (leaf: string) => Promise<void>;
  /** Null of no leaf. */
  root: () => Promise<string | null>;
};

export type Verifier = {
  leafHash: (text: string) => Later<string>;
  chainHash: (previous: string, text: string) => Later<string>;
  isIncluded: (leaf: string, proof: Inclusion, root: string) => Promise<boolean>;
  isConsistent: (proof: Consistency, fromRoot: string, root: string) => Promise<boolean>;
  growingTree: () => GrowingTree;
  fingerprintOf: (publicKey: string) => Later<string>;
  /** All listed keys, or those of these fingerprints. */
  trustedKeys: (listed: readonly ListedKey[], fingerprints: readonly string[]) => Promise<TrustedKeys>;
  signatureFault: (signed: Signed, keys: TrustedKeys) => Promise<SignatureFault | null>;
  headFault: (
    answer: Pick<ProofAnswer, 'tenant_id' | 'checkpoint'>,
    keys: TrustedKeys,
  ) => Promise<HeadFault | null>;
  inclusionFault: (
    answer: Pick<ProofAnswer, 'tenant_id' | 'inclusion'> & { row: NonNullable<ProofAnswer['row']> },
    head: Head,
  ) => Promise<InclusionFault | null>;
  consistencyFault: (
    answer: Pick<ProofAnswer, 'consistency'>,
    head: Head,
    earlier: Head,
  ) => Promise<ConsistencyFault | null>;
};

export const FIRST_HASH: string;
/** What was given does not prove what it has to; the message says why. */
export class Broken extends Error {}
export const isText: (value: unknown) => value is string;
export const isHash: (text: unknown) => text is string;
/** What is no object has no members. */
export const membersOf: (value: unknown) => Readonly<Record<string, unknown>>;
/** JSON with sorted keys and without blanks: the bytes that are hashed and signed. Throws Broken. */
export const canonical: (value: unknown) => string;
/** What the text of a row says; null where it is not JSON. */
export const entryOf: (text: string) => Record<string, unknown> | null;
export const createVerifier: (crypto: Crypto) => Verifier;
