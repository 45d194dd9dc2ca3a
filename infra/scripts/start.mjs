// npm start: installs what is missing, then runs the whole service on this machine until it is told to stop.
import { spawn } from 'node:child_process';
import { compiledName, ensureBuilt } from './build.mjs';
import { ensureDashboardBuilt } from './dashboard.mjs';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled({ forDevelopment: false });
await ensureBuilt();
await ensureDashboardBuilt();

// The channel ('ipc') tells the service when this process is killed; then it stops by itself.
const service = spawn(process.execPath, [compiledName('infra/embedded/main.ts')], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
// Ctrl-C reaches both processes, a signal to this one only this one; the service counts the first and stops once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => service.kill(signal));
service.on('exit', (code) => process.exit(code ?? 1));

// npm that is ended by a signal does not pass it on: without it the service would go on as nobody's.
const npm = process.ppid;
if (process.env.npm_lifecycle_event === 'start') {
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    service.kill('SIGTERM');
  }, 500);
}
