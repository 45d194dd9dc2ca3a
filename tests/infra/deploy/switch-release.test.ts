import { spawnSync } from 'node:child_process';
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
import { deployFile } from '../../support/deploy-files.ts';

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
   case "$*" in *rollback) cat ${inRoot('answer')} ;; *" rebuild --outdated") exit "$(cat ${inRoot('code')})" ;; esac`,
);
program(
  'systemctl',
  `case $1 in
     --quiet) [ "$3" != triage-reactors ] ;;
     show) echo 'Environment=NODE_ENV=production METRICS_PORT=9464' ;;
     *) echo "$(readlink ${inRoot('current')} | sed 's|.*/||'): $*" >> ${told} ;;
   esac`,
);
// Its probes are the machine's; all else it is asked to run is JavaScript.
program(
  'node',
  `case $1 in */probe.mjs) exit "$(cat ${inRoot('ready')})" ;; esac\nexec ${process.execPath} "$@"`,
);
for (const release of ['older', 'newer']) {
  mkdirSync(inRoot(release, 'build/infra/cli'), { recursive: true });
  writeFileSync(inRoot(release, 'build/infra/cli/main.js'), '');
}

type Given = { from: string; rebuild?: string[]; code?: number; ready?: number };

function switchRelease(words: string[], { from, rebuild = [], code = 0, ready = 0 }: Given) {
  rmSync(inRoot('current'), { force: true });
  symlinkSync(inRoot(from), inRoot('current'));
  writeFileSync(told, '');
  writeFileSync(inRoot('answer'), JSON.stringify({ rebuild }));
  writeFileSync(inRoot('code'), String(code));
  writeFileSync(inRoot('ready'), String(ready));
  const env = {
    PATH: `${inRoot('bin')}:${process.env.PATH}`,
    TRIAGE_LINK: inRoot('current'),
    READY_LIMIT_S: '1',
  };
  const { status, stderr } = spawnSync(deployFile('systemd/switch-release'), words, {
    env,
    encoding: 'utf8',
  });
  const steps = readFileSync(told, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return { status, stderr, steps, runs: path.basename(readlinkSync(inRoot('current'))) };
}

// The reactors run elsewhere.
const restarts = (release: string): string[] =>
  ['projectors', 'webhook-dispatcher', 'command-api', 'query-api'].map(
    (name) => `${release}: restart triage-${name}`,
  );

test.serial('an update migrates and fills before the first process is replaced', (t) => {
  t.deepEqual(switchRelease(['update', inRoot('newer')], { from: 'older' }), {
    status: 0,
    stderr: '',
    steps: ['newer: ops migrate', 'newer: ops rebuild --outdated', ...restarts('newer')],
    runs: 'newer',
  });
});

test.serial(
  'the way back has the newer release prepare it, and the older one rebuild what it has to',
  (t) => {
    t.deepEqual(switchRelease(['back', inRoot('older')], { from: 'newer', rebuild: ['usage', 'tenants'] }), {
      status: 0,
      stderr: '',
      steps: ['newer: ops rollback', ...restarts('older'), 'older: ops rebuild usage tenants'],
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
    const stuck = switchRelease(['update', inRoot('newer')], { from: 'older', ready: 1 });
    t.like(stuck, {
      status: 1,
      stderr: 'switch-release: triage-projectors is not ready after 1 s: journalctl -u triage-projectors\n',
    });
    t.deepEqual(stuck.steps.slice(2), ['newer: restart triage-projectors']);
  },
);

test.serial('what it cannot do is one line', (t) => {
  const lineOf = (words: string[]): string => switchRelease(words, { from: 'older' }).stderr;
  t.is(lineOf(['update']), 'switch-release: usage: switch-release update|back <folder>\n');
  t.regex(
    lineOf(['update', root]),
    /^switch-release: .* holds no release that is built: npm ci, then npm run build\n$/,
  );
  t.regex(lineOf(['back', inRoot('older')]), /^switch-release: .*older runs already\n$/);
});
