import { execFileSync } from 'node:child_process';
import { debianProgram } from '../../support/debian.ts';
import type { Host } from './hosts.ts';

/** What one host sends to another. */
export type Way = { from: Host; to: Host };

const rule = ({ from, to }: Way, verb: '-I' | '-D'): void => {
  const program = debianProgram('iptables');
  const words = [
    'netns',
    'exec',
    to.namespace,
    program,
    '-w',
    verb,
    'INPUT',
    '-s',
    from.address,
    '-j',
    'DROP',
  ];
  execFileSync('ip', words, { stdio: 'ignore' });
};

/** While the work is done, nothing arrives on these ways: no packet, and no word of that. Connections stay open. */
export async function withCut(ways: readonly Way[], work: () => Promise<void>): Promise<void> {
  for (const way of ways) rule(way, '-I');
  try {
    await work();
  } finally {
    for (const way of ways) rule(way, '-D');
  }
}

export const bothWays = (one: Host, other: Host): Way[] => [
  { from: one, to: other },
  { from: other, to: one },
];
