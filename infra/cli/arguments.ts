import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { validate } from 'uuid';
import { dateTime } from '../../shared/http/schemas.ts';
import { emailAddress } from '../../shared/members/email-schema.ts';
import { patientParams } from '../../shared/patients/schemas.ts';
import { SCOPES, type Scope } from '../../domain/api-key/events.ts';
import { FEATURE_NAMES, type Feature } from '../../domain/tenant/types.ts';
import { TIER_NAMES, type TierName } from '../../domain/tenant/tiers.ts';

/** Parsers of command-line values. Each throws commander's InvalidArgumentError with what is allowed. */

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) {
      throw new InvalidArgumentError(`a whole number from ${min} to ${max}`);
    }
    return value;
  };
}

export function uuid(text: string): string {
  if (!validate(text)) throw new InvalidArgumentError('a UUID');
  return text.toLowerCase();
}

/** In UTC. */
export function instant(text: string): string {
  if (!dateTime().safeParse(text).success) throw new InvalidArgumentError('a time like 2027-03-02T00:00:00Z');
  return new Date(text).toISOString();
}

export function email(text: string): string {
  const parsed = emailAddress().safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('an address of mail');
  return parsed.data;
}

/** `-` reads it from stdin: what stands in a command line is seen by others on the machine. */
export function patientId(text: string): string {
  const given = text === '-' ? readFileSync(0, 'utf8').trim() : text;
  const parsed = patientParams.safeParse({ patient_id: given });
  if (!parsed.success) throw new InvalidArgumentError("the tenant's own id of a patient");
  return parsed.data.patient_id;
}

export function onOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('on or off');
  return text === 'on';
}

export function tier(text: string): TierName {
  const found = TIER_NAMES.find((name) => name === text);
  if (!found) throw new InvalidArgumentError(`one of ${TIER_NAMES.join(', ')}`);
  return found;
}

/** Scopes separated by commas, or `all`. */
export function scopes(text: string): Scope[] {
  if (text === 'all') return [...SCOPES];
  return text.split(',').map((name) => {
    const found = SCOPES.find((scope) => scope === name);
    if (!found) throw new InvalidArgumentError(`all, or some of ${SCOPES.join(',')}`);
    return found;
  });
}

/** `name=on` or `name=off`, collected over repeated options. */
export function featureFlag(
  text: string,
  previous: Partial<Record<Feature, boolean>> = {},
): Partial<Record<Feature, boolean>> {
  const [name, state] = text.split('=');
  const feature = FEATURE_NAMES.find((known) => known === name);
  if (!feature || (state !== 'on' && state !== 'off')) {
    throw new InvalidArgumentError(`name=on or name=off, with a name of ${FEATURE_NAMES.join(', ')}`);
  }
  return { ...previous, [feature]: state === 'on' };
}
