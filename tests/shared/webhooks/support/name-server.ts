import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

type Question = { name: string; type: 'A' | 'AAAA' };
/** Addresses; none is an empty answer. */
type Zone = (question: Question) => readonly string[];
type NameServer = { address: string; questions: Question[] };

const NAME_AT = 12;
const TYPES = { 1: 'A', 28: 'AAAA' } as const;
const IN = 1;
/** A pointer to the name of the question. */
const SAME_NAME = 0xc000 | NAME_AT;

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = NAME_AT;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function record(address: string, type: number): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  const head = Buffer.alloc(12);
  head.writeUInt16BE(SAME_NAME, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(IN, 4);
  // Time to live: none, as in every attempt at rebinding.
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

function reply(query: Buffer, end: number, records: readonly Buffer[]): Buffer {
  const head = Buffer.from(query.subarray(0, end));
  // An answer, recursion available.
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...records]);
}

/**
 * A name server on a port of its own, which answers as the test says and remembers what it was asked. On a busy machine
 * it may be asked again for what it was about to answer.
 */
export async function startNameServer(
  t: { teardown: (stop: () => void) => void },
  zone: Zone,
): Promise<NameServer> {
  const questions: Question[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type: number, end } = readQuestion(query);
    const question = { name, type: TYPES[number as keyof typeof TYPES] };
    questions.push(question);
    const addresses = zone(question);
    const records = addresses.map((address) => record(address, number));
    socket.send(reply(query, end, records), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.teardown(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, questions };
}
