import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** What stands in a file of JSON lines, which another process goes on writing; each call reads only what is new. */
export function followLines(file: string): () => readonly unknown[] {
  const known: unknown[] = [];
  let offset = 0;
  let rest = '';
  return () => {
    const fd = openSync(file, 'r');
    const fresh = Buffer.alloc(fstatSync(fd).size - offset);
    offset += readSync(fd, fresh, 0, fresh.length, offset);
    closeSync(fd);
    const lines = `${rest}${fresh.toString()}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) known.push(JSON.parse(line));
    return known;
  };
}
