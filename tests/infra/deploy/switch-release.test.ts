import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { deployFile, readDeployFile } from '../../support/deploy-files.ts';

/** The script that switches a machine with systemd to another release, with a systemd that notes what it is told. */
const root = mkdtempSync(path.join(os.tmpdir(), 'triage-switch-'));
test.after.always(() => rmSync(root, { recursive: true, force: true }));

const inRoot = (...names: string[]): string => path.join(root, ...names);
const told = inRoot('told');

function program(name: string, script: string): void {
  writeFileSync(inRoot('bin', name), `#!/bin/sh\n${script}\n`);
  chmodSync(inRoot('bin', name), 0o755);
}

mkdirSync(inRoot('bin'));
// What an operator command was: from its folder on.
program(
  'systemd-run',
  `for word; do case $word in --working-directory=*) at=\${word##*/} ;; esac; done
   echo "$at: ops \${*#*main.js }" >> ${told}
   echo "$*" > ${inRoot('last-run')}
   case "$*" in *rollback) cat ${inRoot('answer')} ;; *" rebuild "*) exit "$(cat ${inRoot('code')})" ;; esac`,
);
// The reactors run elsewhere. Each unit has the process that was started last for it.
program(
  'systemctl',
  `case "$1 $2" in
     "show --property=ActiveState") cat ${inRoot('states')}/$4 2>/dev/null || echo active ;;
     "show --property=MainPID") cat ${inRoot('pids')}/$4 2>/dev/null || echo 0 ;;
     "show --property=Environment") echo 'NODE_ENV=production METRICS_PORT=9464' ;;
     *) echo "$(readlink ${inRoot('current')} | sed 's|.*/||'): $*" >> ${told}
        readlink ${inRoot('current')} | sed 's|.*/|${inRoot('process-of-')}|' | xargs cat > ${inRoot('pids')}/$2 ;;
   esac`,
);
// Its probes are the machine's; all else it is asked to run is JavaScript.
program(
  'node',
  `case $1 in
     */probe.mjs) echo "$METRICS_HOST:$METRICS_PORT" > ${inRoot('probed')}; exit "$(cat ${inRoot('ready')})" ;;
   esac
   exec ${process.execPath} "$@"`,
);
for (const folder of ['states', 'pids']) mkdirSync(inRoot(folder));
writeFileSync(inRoot('states', 'triage-reactors'), 'inactive');
// It failed, and systemd is about to start it again.
writeFileSync(inRoot('states', 'triage-command-api'), 'activating');
writeFileSync(inRoot('settings.env'), 'METRICS_HOST=10.0.0.5\n');
for (const release of ['older', 'newer']) {
  for (const file of ['build/infra/cli/main.js', 'infra/deploy/probe.mjs']) {
    mkdirSync(path.dirname(inRoot(release, file)), { recursive: true });
    writeFileSync(inRoot(release, file), '');
  }
  const process = spawn('sleep', ['600'], { cwd: inRoot(release), stdio: 'ignore' });
  test.after.always(() => process.kill());
  writeFileSync(inRoot(`process-of-${release}`), String(process.pid));
}

type Given = { from: string; rebuild?: string[]; code?: number; ready?: number };

function switchRelease(words: string[], { from, ...given }: Given) {
  rmSync(inRoot('current'), { force: true });
  symlinkSync(inRoot(from), inRoot('current'));
  rmSync(inRoot('pids'), { recursive: true });
  mkdirSync(inRoot('pids'));
  return goOn(words, given);
}

/** What it does on the machine as it is. */
function goOn(words: string[], { rebuild = [], code = 0, ready = 0 }: Omit<Given, 'from'> = {}) {
  writeFileSync(told, '');
  writeFileSync(inRoot('answer'), JSON.stringify({ rebuild }));
  writeFileSync(inRoot('code'), String(code));
  writeFileSync(inRoot('ready'), String(ready));
  const env = {
    PATH: `${inRoot('bin')}:${process.env.PATH}`,
    TRIAGE_LINK: inRoot('current'),
    TRIAGE_SETTINGS: inRoot('settings.env'),
    READY_LIMIT_S: '1',
  };
  const { status, stderr } = spawnSync(deployFile('systemd/switch-release'), words, {
    env,
    encoding: 'utf8',
  });
  const steps = readFileSync(told, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/-\d{4}-\d\d-\d\dT\d{6}Z/, '-<time>'));
  return { status, stderr, steps, runs: path.basename(readlinkSync(inRoot('current'))) };
}

const EVIDENCE = '--evidence /var/lib/triage/evidence/audit-<time>';

const restarts = (release: string): string[] =>
  ['projectors', 'webhook-dispatcher', 'command-api', 'query-api'].map(
    (name) => `${release}: restart triage-${name}`,
  );

test.serial('an update migrates and fills before the first process is replaced', (t) => {
  t.deepEqual(switchRelease(['update', inRoot('newer')], { from: 'older' }), {
    status: 0,
    stderr: '',
    steps: ['newer: ops migrate', `newer: ops rebuild --outdated ${EVIDENCE}`, ...restarts('newer')],
    runs: 'newer',
  });
});

test.serial(
  'the way back has the newer release prepare it, and the older one rebuild what it has to before its processes start',
  (t) => {
    t.deepEqual(switchRelease(['back', inRoot('older')], { from: 'newer', rebuild: ['usage', 'tenants'] }), {
      status: 0,
      stderr: '',
      steps: ['newer: ops rollback', `older: ops rebuild ${EVIDENCE} usage tenants`, ...restarts('older')],
      runs: 'older',
    });
    t.deepEqual(
      switchRelease(['back', inRoot('older')], { from: 'newer' }).steps.slice(1),
      restarts('older'),
    );
  },
);

test.serial(
  'nothing is switched where a command fails, and no further process where one is not ready',
  (t) => {
    const failed = switchRelease(['update', inRoot('newer')], { from: 'older', code: 1 });
    t.like(failed, { status: 1, runs: 'older', steps: { length: 2 } });
    const back = switchRelease(['back', inRoot('older')], { from: 'newer', rebuild: ['usage'], code: 1 });
    t.like(back, { status: 1, runs: 'newer', steps: { length: 2 } });
    const stuck = switchRelease(['update', inRoot('newer')], { from: 'older', ready: 1 });
    t.like(stuck, {
      status: 1,
      stderr:
        'switch-release: triage-projectors is not ready after 1 s: journalctl -u triage-projectors. Then run this again\n',
    });
    t.deepEqual(stuck.steps.slice(2), ['newer: restart triage-projectors']);
  },
);

test.serial('a second run goes on after a unit that was not ready, and a third one does nothing', (t) => {
  switchRelease(['back', inRoot('older')], { from: 'newer', rebuild: ['usage'], ready: 1 });
  const [, ...left] = restarts('older');
  const second = goOn(['back', inRoot('older')]);
  t.deepEqual([second.status, second.steps], [0, left]);
  const third = goOn(['back', inRoot('older')]);
  t.deepEqual([third.status, third.steps], [0, []]);
});

test.serial(
  'the stored audit trail is kept in the folder of the units, which nobody else looks into',
  (t) => {
    switchRelease(['update', inRoot('newer')], { from: 'older' });
    const ran = readFileSync(inRoot('last-run'), 'utf8');
    const unit = readDeployFile('systemd/triage-projectors.service');
    for (const property of ['StateDirectory=triage', 'StateDirectoryMode=0700', 'UMask=0077']) {
      t.true(unit.includes(`\n${property}\n`), property);
      t.true(ran.includes(`--property=${property} `), property);
    }
  },
);

test.serial('a unit is asked where it listens', (t) => {
  switchRelease(['update', inRoot('newer')], { from: 'older' });
  t.is(readFileSync(inRoot('probed'), 'utf8'), '10.0.0.5:9464\n');
});

test.serial('what it cannot do is one line', (t) => {
  const lineOf = (words: string[]): string => switchRelease(words, { from: 'older' }).stderr;
  t.is(lineOf(['update']), 'switch-release: usage: switch-release update|back <folder>\n');
  t.regex(
    lineOf(['update', root]),
    /^switch-release: .* holds no release that is built: npm ci, then npm run build\n$/,
  );
  mkdirSync(inRoot('oldest/build/infra/cli'), { recursive: true });
  writeFileSync(inRoot('oldest/build/infra/cli/main.js'), '');
  t.regex(
    lineOf(['back', inRoot('oldest')]),
    /^switch-release: the release in .*oldest has no units of systemd: see docs.operator.upgrades.md\n$/,
  );
});
