import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

type Problem = { message: string; location: unknown };

/**
 * What the linter's recommended rules find in an OpenAPI document, but for those left out by name. Runs offline.
 */
export async function lintOpenApi(document: string, leftOut: readonly string[] = []): Promise<Problem[]> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'openapi-'));
  try {
    const file = path.join(dir, 'openapi.json');
    await writeFile(file, document);
    const cli = path.resolve('node_modules/@redocly/cli/bin/cli.js');
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const run = promisify(execFile)(
      process.execPath,
      [
        cli,
        'lint',
        file,
        '--extends=recommended',
        '--format=json',
        ...leftOut.map((rule) => `--skip-rule=${rule}`),
      ],
      { cwd: dir, env },
    );
    const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
    return (JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: Problem[] }).problems;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
