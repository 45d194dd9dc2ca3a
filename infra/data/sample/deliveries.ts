import type { CopyValue } from '../../../shared/postgres/copy.ts';
import type { Random } from '../../bench/load/random.ts';
import { TENANT_ID } from './facts.ts';
import { idAt } from './ids.ts';
import { OUTAGE } from './settings.ts';

/** Webhook deliveries of the year, to a receiver of results and to one that calls somebody. */

export const DELIVERY_COLUMNS = [
  'delivery_id',
  'event_id',
  'subscription_id',
  'tenant_id',
  'event_type',
  'test',
  'status',
  'attempts',
  'last_status_code',
  'created_at',
  'delivered_at',
  'dead_lettered_at',
] as const;

type Receiver = {
  id: string;
  medianMs: number;
  hasOutage: boolean;
  events: Readonly<Record<string, string>>;
};
const RECEIVERS: readonly Receiver[] = [
  {
    id: '01940000-0000-7000-8000-0000000000b1',
    medianMs: 350,
    hasOutage: false,
    events: { 'assessment-completed': 'assessment.completed', 'triage-escalated': 'triage.escalated' },
  },
  {
    id: '01940000-0000-7000-8000-0000000000b2',
    medianMs: 900,
    hasOutage: true,
    events: { 'red-flag-detected': 'red_flag.detected', 'triage-escalated': 'triage.escalated' },
  },
];
const OUTAGE_MS = { from: Date.parse(OUTAGE.from), until: Date.parse(OUTAGE.until) };
const RETRY_MS = 35_000;
const FAILS = 0.012;
const OK = 200;
const UNAVAILABLE = 503;
const MOST_ATTEMPTS = 8;

type Row = CopyValue[];
const iso = (ms: number): string => new Date(ms).toISOString();

/** The deliveries of an event. */
export function deliveriesOf(
  { type, eventId, atMs }: { type: string; eventId: string; atMs: number },
  random: Random,
): Row[] {
  return RECEIVERS.flatMap((receiver) => {
    const eventType = receiver.events[type];
    if (eventType === undefined) return [];
    const { attempts, endMs, isDelivered } = outcomeOf(receiver, atMs, random);
    const end = iso(endMs);
    return [
      [
        idAt(atMs, random),
        eventId,
        receiver.id,
        TENANT_ID,
        eventType,
        false,
        isDelivered ? 'delivered' : 'dead-lettered',
        attempts,
        isDelivered ? OK : UNAVAILABLE,
        iso(atMs),
        isDelivered ? end : null,
        isDelivered ? null : end,
      ],
    ];
  });
}

function outcomeOf({ medianMs, hasOutage }: Receiver, atMs: number, random: Random) {
  const takesMs = Math.round(
    medianMs * Math.exp((random.next() + random.next() + random.next() - 1.5) * 1.6),
  );
  const isOut = hasOutage && atMs >= OUTAGE_MS.from && atMs < OUTAGE_MS.until;
  if (isOut) {
    const isDelivered = random.next() >= OUTAGE.givenUp;
    const waitMs = Math.round(random.next() * 1_800_000);
    const endMs = isDelivered ? OUTAGE_MS.until + waitMs : OUTAGE_MS.until + waitMs * 20;
    return { attempts: isDelivered ? 4 + Math.floor(random.next() * 3) : MOST_ATTEMPTS, endMs, isDelivered };
  }
  const retries = random.next() < FAILS ? 1 + Math.floor(random.next() ** 2 * 2) : 0;
  return { attempts: 1 + retries, endMs: atMs + takesMs + retries * RETRY_MS, isDelivered: true };
}
