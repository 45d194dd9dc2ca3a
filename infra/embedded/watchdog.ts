import { spawn } from 'node:child_process';

/**
 * Ends the processes of a stack when the process that started them dies without a chance to do so
 * (kill -9, out of memory). A shell of a few lines, in a session of its own, that waits for the end of its
 * input: the kernel closes that pipe whatever way the parent ends.
 */
export type Watchdog = {
  /** From now on `pid` is sent `signal` when this process dies. */
  add(pid: number, signal: NodeJS.Signals): void;
  /** The process has ended; its number may soon belong to another one. */
  remove(pid: number): void;
  /** Ends the watchdog; what is still added is ended with it. */
  stop(): void;
};

/**
 * Ends what was added, waits up to 8 s for it, kills what remains, then removes the scratch directory. A
 * process that has ended counts as such even where nobody collects it (a container without an init).
 */
const script = `
trap '' INT TERM HUP
scratch=$1
pids=
runs() { kill -0 "$1" 2>/dev/null && ! grep -q '^State:.*Z' "/proc/$1/status" 2>/dev/null; }
while read -r op pid signal; do
  if [ "$op" = add ]; then pids="$pids $pid:$signal"; continue; fi
  kept=
  for one in $pids; do [ "\${one%%:*}" = "$pid" ] || kept="$kept $one"; done
  pids=$kept
done
for one in $pids; do kill -"\${one##*:}" "\${one%%:*}" 2>/dev/null; done
tries=0
while [ $tries -lt 80 ]; do
  alive=
  for one in $pids; do runs "\${one%%:*}" && alive=yes; done
  [ -n "$alive" ] || break
  tries=$((tries + 1))
  sleep 0.1
done
for one in $pids; do kill -KILL "\${one%%:*}" 2>/dev/null; done
[ -z "$scratch" ] || rm -rf -- "$scratch"
`;

/** Starts a watchdog. `scratchDir` is removed at the end, whatever way this process ends. */
export function startWatchdog(scratchDir = ''): Watchdog {
  const shell = spawn('/bin/sh', ['-c', script, 'triage-watchdog', scratchDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  const { stdin } = shell;
  shell.on('error', () => undefined); // without a shell only the protection against kill -9 is missing
  stdin.on('error', () => undefined);
  shell.unref();
  const write = (line: string): void => {
    if (stdin.writable) stdin.write(`${line}\n`);
  };
  return {
    add: (pid, signal) => write(`add ${pid} ${signal.replace(/^SIG/, '')}`),
    remove: (pid) => write(`remove ${pid}`),
    stop: () => stdin.end(),
  };
}
