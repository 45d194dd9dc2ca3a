import type { ApiKeyView } from '../../shared/api-keys/api-key-schema.ts';
import type { Answer, Client } from '../support/api.ts';

export const KEYS = '/v1/admin/keys';

export type Issued = ApiKeyView & { raw_key: string };
export const issued = ({ body }: Answer): Issued => body as Issued;

/** Has a key created. Throws where that is refused. */
export async function create(client: Client, body: object = { name: 'Ward 3' }): Promise<Issued> {
  const answer = await client('POST', KEYS, body);
  if (answer.status !== 201) throw new Error(`a key was to be created: ${JSON.stringify(answer.body)}`);
  return issued(answer);
}
