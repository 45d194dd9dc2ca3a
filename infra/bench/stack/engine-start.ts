// Prints what starting the engine costs a process of its own, as one line of JSON.
import { loadEngine } from '../../../shared/clinical/load-knowledge.ts';

const collect = globalThis.gc ?? ((): void => undefined);
const heldBytes = (): number => {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const beforeBytes = heldBytes();
const startedMs = performance.now();
const engine = await loadEngine();
const ms = performance.now() - startedMs;
const megabytes = (heldBytes() - beforeBytes) / 1_000_000;
engine.extract('chest pain', null);
console.log(JSON.stringify({ ms, megabytes }));
