// node infra/scripts/run.mjs <file> ...: installs what is missing and runs a program of the service from its compiled form.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledName, ensureBuilt } from './build.mjs';
import { ensurePackages, root } from './install.mjs';

const [, , source] = process.argv;
// What operators run needs no more than the service does.
ensurePackages({ forDevelopment: !source.startsWith('infra/cli/') });
await ensureBuilt();
process.argv.splice(1, 2, path.join(root, compiledName(source)));
await import(pathToFileURL(process.argv[1]).href);
