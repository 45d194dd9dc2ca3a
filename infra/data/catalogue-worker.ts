import { parentPort, workerData } from 'node:worker_threads';
import { loadKnowledge } from '../../shared/clinical/load-knowledge.ts';
import { CATALOGUE_ROWS } from './catalogue-rows.ts';
import { stageDimension, type CatalogueAnswer, type CatalogueTask } from './dimension-rows.ts';

const { names, folder } = workerData as CatalogueTask;
const { knowledge } = await loadKnowledge();
const rows: CatalogueAnswer = {};
for (const [name, rowsOf] of Object.entries(CATALOGUE_ROWS)) {
  if (names.includes(name)) rows[name] = await stageDimension(folder, name, rowsOf(knowledge));
}
parentPort?.postMessage(rows);
