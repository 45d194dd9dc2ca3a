// npm run bench: the benchmark has a NATS of its own, kept in node_modules; all else is as with any other program.
import { ensureInstalled } from './install.mjs';

ensureInstalled({ forDevelopment: true });
process.argv.splice(2, 0, 'infra/bench/main.ts');
await import('./run.mjs');
