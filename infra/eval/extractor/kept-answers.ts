import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const line = z.strictObject({
  /** A digest of all that was sent, address and model among it. */
  key: z.string(),
  claims: z.array(
    z.strictObject({
      code: z.string(),
      status: z.enum(['present', 'absent', 'unknown']),
      value: z.union([z.number(), z.string(), z.boolean()]).optional(),
      confidence: z.number(),
    }),
  ),
  ms: z.number(),
});
type KeptAnswer = z.output<typeof line>;

/** Answers of a model that were paid for once. */
export type KeptAnswers = {
  get(key: string): KeptAnswer | undefined;
  keep(answer: KeptAnswer): void;
};

/**
 * Answers in a file, a line each, written as soon as they come: whenever a run is cut off, the next one asks only for the
 * rest. The file holds no text, and a line that was cut off is passed over.
 */
export function openKeptAnswers(file: string): KeptAnswers {
  const known = new Map(readLines(file).map((answer) => [answer.key, answer]));
  mkdirSync(path.dirname(file), { recursive: true });
  return {
    get: (key) => known.get(key),
    keep: (answer) => {
      known.set(answer.key, answer);
      // A line feed in front: it also ends a line that was cut off.
      appendFileSync(file, `\n${JSON.stringify(answer)}`);
    },
  };
}

function readLines(file: string): KeptAnswer[] {
  let content = '';
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return content.split('\n').flatMap((written) => {
    try {
      const parsed = line.safeParse(JSON.parse(written));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
}
