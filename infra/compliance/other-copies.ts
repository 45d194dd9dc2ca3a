import { KEEP_MARK_MS } from '../../command-api/reactors/idempotency-expiry.ts';
import { KEEP_COUNTS_MS } from '../../command-api/reactors/request-counts-upkeep.ts';
import { KEPT_MS } from '../../shared/data-extracts/record.ts';
import { MAX_REQUEST_ENTRIES } from '../../shared/requests/stream.ts';

/** What the service keeps beside events and read models. `tables` are those of schema `ops`. */
export type OtherCopy = { what: string; tables: readonly string[]; kept: string };

const DAY_MS = 86_400_000;

/** A test compares the tables with those of the database. */
export const OTHER_COPIES: readonly OtherCopy[] = [
  {
    what: 'Answers of calls with an Idempotency-Key, sealed',
    tables: ['idempotency_keys'],
    kept: `24 hours; the hash of the key ${KEEP_MARK_MS / DAY_MS} days more`,
  },
  {
    what: 'Webhooks and the events feed: type and body (sealed) of each public event, subscription, time, status, what the receiver answered (sealed)',
    tables: ['webhook_deliveries', 'webhook_messages', 'webhook_endpoints'],
    kept: 'bodies and answers until the session is erased; rows of events that nobody subscribed to 31 days, the others for good',
  },
  {
    what: 'Extracts of data that calls have asked for, and files of theirs beside the database: codes, bands and hours under pseudonyms',
    tables: ['data_extracts'],
    kept: `files ${KEPT_MS / 3_600_000} hours; rows for good`,
  },
  {
    what: 'Mails on their way, sealed',
    tables: ['mail_outbox'],
    kept: 'until the mail server accepts them, or their code or link has expired',
  },
  {
    what: 'Signing in: hashes of codes, links and addresses, failed attempts, dashboard sessions, trusted browsers, last logins, identity providers',
    tables: [
      'attempts',
      'challenges',
      'login_sessions',
      'member_claims',
      'member_logins',
      'password_resets',
      'sso_bindings',
      'sso_states',
      'trusted_devices',
    ],
    kept: 'a day after they have expired; claims and bindings as long as the member or tenant',
  },
  {
    what: 'Reads and sign-ins on their way into the audit trail, with the end user sealed',
    tables: ['access_intake', 'read_counts'],
    kept: 'some seconds, counted reads up to two minutes',
  },
  {
    what: 'Calls by route and by key, by minute or hour, last use of a key, rate limits, long calls that run: counts and ids',
    tables: ['request_counts', 'key_request_counts', 'api_key_usage', 'rate_windows', 'held_places'],
    kept: `${KEEP_COUNTS_MS / DAY_MS} days; rate windows and long calls an hour; the last use of a key as long as the key`,
  },
  {
    what: `The last ${MAX_REQUEST_ENTRIES} calls of a tenant (route, session id, status, time, IP address, user agent), sealed, in NATS`,
    tables: [],
    kept: '24 hours',
  },
  {
    what: 'Which patients have a profile, by keyed hash, and erasures of patients under way',
    tables: ['patient_claims', 'patient_erasures'],
    kept: 'until the patient is erased, and the erasure is complete',
  },
  {
    what: 'What was erased, and when: ids; what the certificate of a patient states, with a keyed hash of the patient id',
    tables: ['erasures', 'erasure_certificates'],
    kept: 'for good; also in the erasure ledger, a folder apart',
  },
  {
    what: 'Counts of deleted sessions by week, until the week is over',
    tables: ['retention_counts', 'retention_items'],
    kept: 'until all sessions of the week are deleted',
  },
  {
    what: 'Keys, wrapped by the master key; of a destroyed one an empty row',
    tables: ['data_keys', 'log_keys', 'master_keys', 'signing_keys'],
    kept: 'for good',
  },
  {
    what: 'The service’s own work: no data of people',
    tables: [
      'audit_checkpoint_requests',
      'audit_witness',
      'balance_watch',
      'checkpoints',
      'intents',
      'keys_lock',
      'leases',
      'locks',
      'newest_backups',
      'parked_events',
      'rebuild_lock',
      'set_claims',
      'strange_events',
    ],
    kept: 'as long as it is needed',
  },
  {
    what: 'Logs of the processes: ids, routes, status and times, IP addresses never with content',
    tables: [],
    kept: 'as the operator’s log store is set; the service keeps none',
  },
  {
    what: 'Backups',
    tables: [],
    kept: 'as the operator keeps them; `BACKUP_RETENTION_DAYS` tells certificates how long',
  },
];
