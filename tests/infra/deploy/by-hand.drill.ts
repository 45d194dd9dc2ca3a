import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { debianProgram } from '../../support/debian.ts';
import { shellBlocks } from '../../support/page-blocks.ts';

/*
 * The page of the first cluster by hand, and the README's interview, pasted into one bash: as a user who is not root, in a
 * network of its own, which has the loopback alone. So its ports are free, whatever runs here.
 */

const PAGE = 'docs/operator/by-hand.md';
const INTERVIEW = 'One interview';
const LIMIT_MS = 300_000;
const home = mkdtempSync(path.join(os.tmpdir(), 'by-hand-drill-'));
test.after.always(() => rmSync(home, { recursive: true, force: true }));

debianProgram('haproxy');
debianProgram('psql', 'postgresql-client');
const nats = path.dirname(debianProgram('nats-server'));

/** What the first step installs is here. */
const isInstalling = (block: string): boolean => /^(sudo apt-get|npm ci)/.test(block);

/** The interview without the lines that read the demo tenant of `npm start`; the page gives its own. */
const interview = shellBlocks('README.md', INTERVIEW)
  .join('\n')
  .replace(/^(BASE|KEY)=.*\n/gm, '');

function script(): string {
  const blocks = shellBlocks(PAGE).filter((block) => !isInstalling(block));
  const tenant = blocks.findIndex((block) => block.includes('tenant create'));
  const told = 'echo "$ID" > "$PLACE/session"\n';
  return [
    'set -eo pipefail\n',
    ...blocks.slice(0, tenant + 1),
    interview,
    told,
    ...blocks.slice(tenant + 1),
  ].join('\n');
}

const lastWords = (): string =>
  readdirSync(path.join(home, 'triage-cluster'))
    .filter((name) => name.endsWith('.log'))
    .map((name) => `${name}: ${readFileSync(path.join(home, 'triage-cluster', name), 'utf8').slice(-500)}`)
    .join('\n');

test('every command of the page after the installation runs as it stands, to the end of the interview and the stop', async (t) => {
  t.timeout(LIMIT_MS + 10_000);
  const file = path.join(home, 'page.sh');
  writeFileSync(file, script());
  const own = [
    '--user',
    '--map-user=1000',
    '--map-group=1000',
    '--keep-caps',
    '--net',
    '--pid',
    '--mount-proc',
    '--kill-child',
  ];
  const run = promisify(execFile)(
    'unshare',
    [...own, '--fork', 'sh', '-c', `ip link set lo up && bash ${file}`],
    {
      cwd: projectRoot,
      env: { HOME: home, PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}:${nats}` },
      timeout: LIMIT_MS,
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const { stdout } = await run.catch((error: unknown) => {
    throw new Error(`${String((error as { stderr?: unknown }).stderr)}\n${lastWords()}`);
  });
  t.regex(stdout, /This is decision support and not a diagnosis/);
  t.regex(stdout, /"rf_|new_confusion|meningitis/);
  t.regex(readFileSync(path.join(home, 'triage-cluster/session'), 'utf8'), /^[0-9a-f-]{36}\n$/);
});
