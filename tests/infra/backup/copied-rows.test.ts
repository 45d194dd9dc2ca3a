import test from 'ava';
import { bytesOf, copiedRows, textOf } from '../../../infra/backup/copied-rows.ts';
import { copyLine } from '../../../shared/postgres/copy.ts';
import { collect } from '../../support/collect.ts';

async function* inPieces(bytes: Buffer, size: number): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    yield await Promise.resolve(bytes.subarray(at, at + size));
  }
}

test('rows come out as they went in, wherever their bytes are cut', async (t) => {
  const rows = [
    ['tab\tline\nback\\slash\r\\N', Buffer.from([0, 92, 255])],
    [null, Buffer.alloc(0)],
    ['žluťoučký {"a":"\\""}', Buffer.from('x')],
  ] as const;
  const file = Buffer.from(rows.map((row) => copyLine([...row])).join(''));
  for (const size of [1, 7, file.length]) {
    const read = (await collect(copiedRows(inPieces(file, size)))).flat();
    t.deepEqual(
      read.map(([text = '', bytes = '']) => [textOf(text), bytesOf(bytes)]),
      rows.map((row) => [...row]),
    );
  }
  t.deepEqual(await collect(copiedRows(inPieces(Buffer.alloc(0), 1))), []);
});
