import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { readRing, withNewKey, writeFirstRing, writeRing } from '../../../infra/keys/ring-changes.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';

/** A group that a file may be given to and that new files do not get: any one for root, else a second one of the user. */
const otherGroup =
  process.getuid?.() === 0
    ? (process.getgid?.() ?? 0) + 4_242
    : process.getgroups?.().find((group) => group !== process.getgid?.());

const own = process.getuid?.() ?? 0;
/** As in /etc/triage, where the group of the processes may read what root owns; and a file of another user. */
const owners = [{ uid: own, gid: otherGroup ?? process.getgid?.() ?? 0 }];
if (own === 0) owners.push({ uid: 4_242, gid: 0 });

for (const { uid, gid } of owners) {
  test(`a new ring keeps user ${uid}, group ${gid} and mode of the file`, async (t) => {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'triage-ring-'));
    t.teardown(() => rmSync(dir, { recursive: true, force: true }));
    const place = { file: path.join(dir, 'ring.json'), dataDir: null };
    writeFirstRing(place.file, Buffer.alloc(32, 1).toString('base64'));
    chownSync(place.file, uid, gid);
    chmodSync(place.file, 0o640);

    const { ring, id } = withNewKey(await readRing(place), systemRandom, true);
    writeRing(place, ring);
    const found = statSync(place.file);
    t.deepEqual([found.uid, found.gid, found.mode & 0o777], [uid, gid, 0o640]);
    t.is((await readRing(place)).active, id);
    t.deepEqual(readdirSync(dir), ['ring.json']);
  });
}
