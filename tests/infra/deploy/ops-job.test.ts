import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { opsProblem } from '../../docs/ops-problem.ts';
import { readPage } from '../../docs/pages.ts';
import { deployFile } from '../../support/deploy-files.ts';
import { problemsOfManifest } from '../../support/kubernetes-schema.ts';
import { kustomize, type Manifest } from '../../support/kustomize.ts';

/** Operator commands as jobs, with a kubectl that has the CronJobs of the manifests, and notes what is made of them. */
const root = mkdtempSync(path.join(os.tmpdir(), 'triage-ops-job-'));
test.after.always(() => rmSync(root, { recursive: true, force: true }));

type Container = { args: string[]; volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[] };
type PodSpec = { containers: [Container]; volumes: { name: string }[] };
type Job = Manifest & { spec: { template: { spec: PodSpec } } };

const { manifests, configMaps } = kustomize('kubernetes/overlays/production');
const cronJobs = manifests.filter(({ kind }) => kind === 'CronJob') as (Manifest & {
  spec: { jobTemplate: { spec: Job['spec'] } };
})[];
const jobs = Object.fromEntries(cronJobs.map(({ metadata, spec }) => [metadata.name, spec.jobTemplate.spec]));
writeFileSync(path.join(root, 'jobs.json'), JSON.stringify(jobs));

const kubectl = path.join(root, 'kubectl');
writeFileSync(
  kubectl,
  `#!${process.execPath}
const { readFileSync, writeFileSync, appendFileSync } = require('node:fs');
const words = process.argv.slice(2);
const after = (flag) => words[words.indexOf(flag) + 1];
const input = () => JSON.parse(readFileSync(0, 'utf8'));
if (words.includes('--from=cronjob/ops') && words.includes('--dry-run=client')) {
  const spec = JSON.parse(readFileSync('${root}/jobs.json', 'utf8')).ops;
  const metadata = { name: after('job'), namespace: after('-n') };
  console.log(JSON.stringify({ apiVersion: 'batch/v1', kind: 'Job', metadata, spec }));
} else if (words[0] === 'patch' && words[1] === '--local') {
  const job = input();
  for (const { op, path, value } of JSON.parse(after('-p'))) {
    const keys = path.split('/').slice(1);
    const last = keys.pop();
    const at = keys.reduce((value, key) => value[key], job);
    if (op !== 'replace' || !(last in at)) process.exit(1);
    at[last] = value;
  }
  console.log(JSON.stringify(job));
} else if (words.join(' ') === 'create -f -') writeFileSync('${root}/made', JSON.stringify(input()));
else process.exit(1);
`,
);
chmodSync(kubectl, 0o755);

function opsJob(...words: string[]): { status: number | null; stderr: string; job: Job | null } {
  const made = path.join(root, 'made');
  rmSync(made, { force: true });
  const { status, stderr } = spawnSync(deployFile('kubernetes/ops-job'), words, {
    env: { PATH: `${root}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  return { status, stderr, job: status === 0 ? (JSON.parse(readFileSync(made, 'utf8')) as Job) : null };
}

const RESTORE = [
  'restore',
  '/var/backups/triage/2026-11-29T191500Z-part',
  '--ledger',
  '/var/lib/triage/erasures',
];

test.serial('a command becomes a job that Kubernetes takes, with its words as they are', (t) => {
  const { status, stderr, job } = opsJob('restore-1', ...RESTORE);
  t.deepEqual([status, stderr], [0, '']);
  t.deepEqual(job?.metadata, { name: 'restore-1', namespace: 'triage' });
  t.deepEqual(job && problemsOfManifest(job), []);
  t.deepEqual(job?.spec.template.spec.containers[0].args, ['build/infra/cli/main.js', ...RESTORE]);
});

test.serial('a restore has the backups, and the ledger where settings have it, both to write', (t) => {
  const spec = jobs['ops']?.template.spec;
  const [, folder = '', , ledger = ''] = RESTORE;
  t.is(configMaps.get('triage-settings')?.['ERASURE_LEDGER'], ledger);
  const writable = (place: string): unknown => {
    const mount = spec?.containers[0].volumeMounts.find((one) => place.startsWith(one.mountPath));
    t.not(mount?.readOnly, true, place);
    return spec?.volumes.find(({ name }) => name === mount?.name);
  };
  t.like(writable(folder), { persistentVolumeClaim: { claimName: 'triage-backups' } });
  t.like(writable(ledger), { persistentVolumeClaim: { claimName: 'triage-erasures' } });
});

test.serial('what it cannot do is one line', (t) => {
  t.is(opsJob('restore-1').stderr, 'ops-job: usage: ops-job <name> <command> [<word>…]\n');
  t.is(
    opsJob('restore-1', 'restore', 'a"b').stderr,
    'ops-job: a word of the command holds a quotation mark, a backslash or a line break\n',
  );
});

const PAGES = ['deploy.md', 'backup.md', 'upgrades.md', 'runbook.md'].map((name) => `docs/operator/${name}`);

/** What the pages have `ops-job` run, word by word. */
const commands = PAGES.flatMap((page) =>
  [...readPage(page).matchAll(/kubernetes\/ops-job ([\w-]+) ([^`\n]+)/g)].map(([, , command = '']) =>
    command.trim().split(/\s+/),
  ),
);

test('the pages start jobs with commands that are there, a restore among them', (t) => {
  t.deepEqual(
    commands.map(opsProblem).filter((problem) => problem !== null),
    [],
  );
  t.true(commands.some((words) => words.join(' ') === RESTORE.join(' ')));
});

test('a rebuild keeps the stored audit trail where a job can write', (t) => {
  const rebuilds = commands.filter(([command]) => command === 'rebuild');
  t.true(rebuilds.length > 0);
  for (const words of rebuilds) {
    const folder = words[words.indexOf('--evidence') + 1] ?? '';
    t.regex(folder, /^\/var\/backups\/triage\/evidence\/[\w-]+$/, words.join(' '));
  }
});

test('the pages stop and wait for the processes that there are', (t) => {
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
  const components = deployments.map(({ metadata }) => metadata.labels?.['app.kubernetes.io/component']);
  const processes = components.filter((name) => name !== 'proxy').toSorted();
  const named = PAGES.flatMap((page) =>
    [...readPage(page).matchAll(/app\.kubernetes\.io\/component (in|notin) \(([^)]+)\)/g)].map(
      ([, operator, list = '']) => [operator, list.split(',').toSorted()],
    ),
  );
  t.true(named.length > 0);
  for (const [operator, list] of named)
    t.deepEqual(list, operator === 'in' ? processes : components.toSorted(), String(operator));
});

test('an upgrade makes read models again before the projectors come that need them', (t) => {
  const blocks = readPage('docs/operator/deploy.md').match(/```sh\n[^`]*```/g) ?? [];
  const upgrade = blocks.find((block) => block.includes('delete job migrate')) ?? '';
  const steps = ['-l .app[^\n]*notin', 'wait .*job/migrate', 'ops-job fill-1 rebuild', 'wait .*job/fill-1'];
  const places = [...steps, 'apply -k \\S+\n', 'rollout status'].map((step) => upgrade.search(step));
  t.true(places.every((place) => place >= 0));
  t.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
});
