import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CAPACITY_PAGE, capacityPage } from '../bench/capacity/page.ts';
import { PROCESSING_RECORD, processingRecord } from '../compliance/processing-record.ts';
import { QUESTIONS_PAGE, questionsPage } from '../data/questions/page.ts';
import { dashboardFiles } from '../deploy/grafana/files.ts';
import { clientFiles } from './client-files.ts';

// npm run generate: writes what follows from the routes, events, questions and boards, after a change of any of them.
for (const { path, text } of [...(await clientFiles()), ...(await dashboardFiles())])
  await writeFile(path, text);
const pages = {
  [PROCESSING_RECORD]: processingRecord(),
  [QUESTIONS_PAGE]: questionsPage(),
  [CAPACITY_PAGE]: capacityPage(),
};
for (const [name, text] of Object.entries(pages)) {
  await writeFile(fileURLToPath(new URL(`../../${name}`, import.meta.url)), text);
}
