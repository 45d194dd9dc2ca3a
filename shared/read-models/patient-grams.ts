import type { TenantKeys } from '../crypto/data-keys.ts';
import { keyedHash } from '../crypto/seal.ts';

/**
 * Search for a part of a patient id without any readable part of one: keyed hashes of all runs of three characters,
 * without regard to case. An id is filled up at its end, so that each of its characters begins a run.
 */
const RUN = 3;
const END = '\u0000';
/** Stands for any third character that is not among `CHARACTERS`. No id holds it. */
const OTHER = '\u0001';
/** Most of what a folded patient id holds (visible ASCII), and the filling. */
const CHARACTERS: readonly string[] = [
  ...new Set(Array.from({ length: 0x7f - 0x21 }, (_, index) => foldId(String.fromCharCode(0x21 + index)))),
  END,
];

/** Patient ids are searched without regard to case (ß is SS), and to how a character with a mark is composed. */
export function foldId(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** 64 bits of the keyed hash, as Postgres takes a bigint. Who opens what was found drops a collision. */
const hashOf = (tenant: TenantKeys, run: string): string =>
  keyedHash(tenant.lookup, `patient-gram|${run}`).readBigInt64BE(0).toString();

/** The hashes that a row is found by. */
export function gramsOf(tenant: TenantKeys, patientId: string): string[] {
  const filled = foldId(patientId) + END.repeat(RUN - 1);
  const runs = new Set<string>();
  for (let at = 0; at + RUN <= filled.length; at += 1) {
    const run = filled.slice(at, at + RUN);
    runs.add(run);
    if (!CHARACTERS.includes(run.charAt(RUN - 1))) runs.add(run.slice(0, RUN - 1) + OTHER);
  }
  return [...runs].map((run) => hashOf(tenant, run));
}

/**
 * What rows that may hold the part have: all of these hashes, or any of them. Null for a single character, which would
 * take thousands of hashes and finds most rows anyway: the rows themselves have to be looked through.
 */
export function gramsToFind(
  tenant: TenantKeys,
  part: string,
): { match: 'all' | 'any'; grams: string[] } | null {
  const folded = foldId(part);
  if (folded.length < RUN - 1) return null;
  if (folded.length === RUN - 1) {
    return { match: 'any', grams: [...CHARACTERS, OTHER].map((next) => hashOf(tenant, folded + next)) };
  }
  const runs = new Set<string>();
  for (let at = 0; at + RUN <= folded.length; at += 1) runs.add(folded.slice(at, at + RUN));
  return { match: 'all', grams: [...runs].map((run) => hashOf(tenant, run)) };
}
