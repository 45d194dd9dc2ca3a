// node secrets.mjs <folder of the service> <folder of the servers>: makes the passwords and the key ring of compose.yaml at
// the first start, and leaves what is there at every later one. The key ring is for the service alone.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [, , service, servers] = process.argv;
const PASSWORD_BYTES = 32;
const KEY_BYTES = 32;
const password = () => randomBytes(PASSWORD_BYTES).toString('base64url');

/** Complete or not there at all. */
function write(file, text, mode) {
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}

/** The servers run under users of their own. */
const readableByAll = 0o444;
const ours = 0o400;

function makeSecrets() {
  const postgres = password();
  const nats = password();
  write(path.join(servers, 'postgres-password'), postgres, readableByAll);
  const lines = [
    `authorization { user: triage, password: "${nats}" }`,
    'jetstream { store_dir: "/data", max_mem: 64MB, max_file: 1GB }',
    'max_payload: 1MB',
  ];
  write(path.join(servers, 'nats.conf'), `${lines.join('\n')}\n`, readableByAll);
  write(path.join(service, 'database-url'), `postgresql://triage:${postgres}@postgres:5432/triage`, ours);
  write(path.join(service, 'nats-url'), `nats://triage:${nats}@nats:4222`, ours);
  const id = `master-${randomBytes(4).toString('hex')}`;
  const ring = { active: id, keys: { [id]: randomBytes(KEY_BYTES).toString('base64') } };
  // The last one: where it is, all of them are. Rotation replaces it.
  write(path.join(service, 'master-keys.json'), `${JSON.stringify(ring, null, 2)}\n`, 0o600);
}

mkdirSync(service, { recursive: true });
mkdirSync(servers, { recursive: true });
if (!existsSync(path.join(service, 'master-keys.json'))) makeSecrets();
