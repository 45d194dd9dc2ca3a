import { writeFile } from 'node:fs/promises';
import { clientFiles } from './client-files.ts';

// npm run generate: writes what follows from the routes, after a change of any of them.
for (const { path, text } of await clientFiles()) await writeFile(path, text);
