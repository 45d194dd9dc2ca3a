import type { z } from 'zod';

/** The environment as a process sees it; only `main.ts` files pass `process.env` in. */
export type Env = Readonly<Record<string, string | undefined>>;

export type ConfigResult<T> = { ok: true; config: T } | { ok: false; problems: string[] };

/** An empty variable means "not set", as in every shell script and compose file. */
const present = (env: Env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  );

const variable = (path: readonly PropertyKey[]): string =>
  path.length === 0 ? 'settings' : path.map(String).join('.');

/**
 * Parses the environment with a schema. Every problem is one line "NAME: what is wrong"; values never
 * appear in it, because any of them may be a secret.
 */
export function parseConfig<S extends z.ZodObject>(schema: S, env: Env): ConfigResult<z.output<S>> {
  const given = present(env);
  const parsed = schema.safeParse(given);
  if (parsed.success) return { ok: true, config: parsed.data };
  const problems = parsed.error.issues.map((issue) => {
    const name = variable(issue.path);
    const missing = issue.code === 'invalid_type' && !(name in given) && name !== 'settings';
    return `${name}: ${missing ? 'is required' : issue.message}`;
  });
  return { ok: false, problems };
}

/** Thin wrapper of `parseConfig` for `main.ts`: prints every problem on stderr, one per line, and exits 1. */
export function loadConfig<S extends z.ZodObject>(schema: S, env: Env, name: string): z.output<S> {
  const result = parseConfig(schema, env);
  if (result.ok) return result.config;
  for (const problem of result.problems) process.stderr.write(`${name}: wrong setting ${problem}\n`);
  process.exit(1);
}
