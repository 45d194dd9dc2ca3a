import {
  decide,
  evolve,
  noApiKey,
  type ApiKeyCommand,
  type ApiKeyEvent,
  type ApiKeyState,
} from '../../domain/api-key/index.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { apiKeyStream } from '../../shared/event-log/streams.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { applyApiKeyEvents } from '../../shared/read-models/api-key-rows.ts';
import { executeOnStream, type Aggregate } from '../kernel/execute-on-stream.ts';
import type { OperatorDeps } from '../tenants/operations.ts';
import type { CommandOrigin } from '../kernel/command-origin.ts';

const apiKeyAggregate: Aggregate<ApiKeyState, ApiKeyCommand, ApiKeyEvent> = {
  initial: noApiKey,
  decide,
  evolve,
  apply: applyApiKeyEvents,
};

/** The first key of the stream that a key lives in, and the mode of all its keys. */
export type KeyLineage = { lineageId: string; test: boolean };

/**
 * Finds the stream of a key. A key that the last rotation replaced is found too, so that a repeat of the rotation
 * finds its own events; the decider refuses every other command on it. Throws DomainError `not_found`.
 */
export async function findLineage(sql: Sql, tenantId: string, keyId: string): Promise<KeyLineage> {
  const { rows } = await sql.query<{ lineage_id: string; is_test: boolean }>({
    name: 'find-key-lineage',
    text: `SELECT lineage_id, is_test FROM read.api_keys
           WHERE tenant_id = $1 AND (key_id = $2 OR replaced_key_id = $2)`,
    values: [tenantId, keyId],
  });
  const row = rows[0];
  if (!row) throw new DomainError('not_found', 'The API key does not exist.');
  return { lineageId: row.lineage_id, test: row.is_test };
}

/** Carries out a command on the key of a stream. Throws DomainError. */
export const executeOnApiKey = (
  deps: OperatorDeps,
  { lineageId, test }: KeyLineage,
  command: ApiKeyCommand,
  origin: CommandOrigin,
): Promise<DecodedEvent<ApiKeyEvent>[]> =>
  executeOnStream(deps, apiKeyAggregate, { ...origin, test, stream: apiKeyStream(lineageId), command });
