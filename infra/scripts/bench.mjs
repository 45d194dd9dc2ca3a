// npm run bench: the benchmark has a NATS of its own; all else is as with any other program.
import { ensureNatsServer } from './install.mjs';

ensureNatsServer();
process.argv.splice(2, 0, 'infra/bench/main.ts');
await import('./run.mjs');
