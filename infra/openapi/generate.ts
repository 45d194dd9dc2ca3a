import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PROCESSING_RECORD, processingRecord } from '../compliance/processing-record.ts';
import { clientFiles } from './client-files.ts';

// npm run generate: writes what follows from the routes and from the events, after a change of any of them.
for (const { path, text } of await clientFiles()) await writeFile(path, text);
await writeFile(fileURLToPath(new URL(`../../${PROCESSING_RECORD}`, import.meta.url)), processingRecord());
