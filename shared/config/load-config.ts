import { readFileSync } from 'node:fs';
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

const fileOf = (name: string): string => `${name}_FILE`;

/** Whether a setting is given, as a variable or in a file. */
export const isGiven = (env: Env, name: string): boolean => Boolean(env[name] || env[fileOf(name)]);

/** The environment with settings of the caller's own, which win over the operator's, in files as well. */
export const withSettings = (env: Env, own: Env): Env => ({
  ...env,
  ...Object.fromEntries(Object.keys(own).map((name) => [fileOf(name), undefined])),
  ...own,
});

class FileProblem extends Error {}

/** What a file says, without the line break at its end. Throws FileProblem, which repeats nothing of it. */
function contentsOf(file: string): string {
  let contents: string;
  try {
    contents = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
  } catch (error) {
    throw new FileProblem(`the file cannot be read (${String((error as { code?: unknown }).code)})`);
  }
  if (contents === '') throw new FileProblem('the file is empty');
  return contents;
}

/**
 * The settings that are given, by name. Each may stand in a file that `<NAME>_FILE` names, as orchestrators mount secrets;
 * `MASTER_KEY_FILE`, which is a setting itself, is none of these.
 */
function readSettings(
  names: readonly string[],
  env: Env,
): { given: Record<string, string>; problems: string[] } {
  const given = present(env);
  const problems: string[] = [];
  for (const name of names) {
    const file = given[fileOf(name)];
    if (file === undefined || names.includes(fileOf(name))) continue;
    try {
      if (name in given) throw new FileProblem(`set ${name} or ${fileOf(name)}, not both`);
      given[name] = contentsOf(file);
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      problems.push(`${fileOf(name)}: ${error.message}`);
    }
  }
  return { given, problems };
}

const variable = (path: readonly PropertyKey[]): string =>
  path.length === 0 ? 'settings' : path.map(String).join('.');

/**
 * Parses the environment with a schema, reading what stands in files. Every problem is one line "NAME: what is wrong";
 * values never appear in it, because any of them may be a secret.
 */
export function parseConfig<S extends z.ZodObject>(schema: S, env: Env): ConfigResult<z.output<S>> {
  const { given, problems } = readSettings(Object.keys(schema.shape), env);
  if (problems.length > 0) return { ok: false, problems };
  const parsed = schema.safeParse(given);
  if (parsed.success) return { ok: true, config: parsed.data };
  return {
    ok: false,
    problems: parsed.error.issues.map((issue) => {
      const name = variable(issue.path);
      const missing = issue.code === 'invalid_type' && !(name in given) && name !== 'settings';
      return `${name}: ${missing ? 'is required' : issue.message}`;
    }),
  };
}

/** Thin wrapper of `parseConfig` for `main.ts`: prints every problem on stderr, one per line, and exits 1. */
export function loadConfig<S extends z.ZodObject>(schema: S, env: Env, name: string): z.output<S> {
  const result = parseConfig(schema, env);
  if (result.ok) return result.config;
  for (const problem of result.problems) process.stderr.write(`${name}: wrong setting ${problem}\n`);
  process.exit(1);
}
