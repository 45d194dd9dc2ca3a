// Where the time of npm test goes: its phases, and its slowest test files (`npm test -- --timings`).
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './install.mjs';

const file = path.join(root, 'build/test-timings.ndjson');
const shownFiles = 25;

/** Where each test file writes its line (tests/support/timings.ts); emptied for this run. */
export function timingsFile() {
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

/** Measures phases of the run, which may go on side by side. */
export function measurePhases() {
  const phases = [];
  const measured = async (name, work) => {
    const startedAt = performance.now();
    const result = await work();
    phases.push({ name, wall_ms: performance.now() - startedAt });
    return result;
  };
  return { measured, phases };
}

function readTestFiles() {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => {
    const entry = JSON.parse(line);
    const name = path.relative(path.join(root, 'build'), fileURLToPath(entry.file)).replace(/\.js$/, '.ts');
    return { ...entry, name };
  });
}

const columns = ['wall_ms', 'processor_ms', 'boot_ms', 'start_ms', 'stop_ms'];

const inSeconds = (ms) => (ms / 1000).toFixed(1).padStart(8);
const printRow = (name, row) =>
  console.log(`${columns.map((column) => inSeconds(row[column])).join('')}  ${name}`);

const totalOf = (rows) =>
  Object.fromEntries(columns.map((column) => [column, rows.reduce((sum, row) => sum + row[column], 0)]));

function groupsOf(rows) {
  const groups = new Map();
  for (const row of rows) {
    const folder = row.name.split('/').slice(0, 2).join('/');
    groups.set(folder, [...(groups.get(folder) ?? []), row]);
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
}

/** Prints the phases, then the test files: all together, by folder, and the slowest. */
export function printTimings(phases) {
  console.log('\n== phases (s); the static checks run beside the others');
  for (const { name, wall_ms } of phases) console.log(`${inSeconds(wall_ms)}  ${name}`);
  const testFiles = readTestFiles();
  console.log(
    '\n== test files (s): in all, processor (with servers), before loading, starting and stopping servers',
  );
  console.log(['wall', 'cpu', 'boot', 'start', 'stop'].map((name) => name.padStart(8)).join(''));
  printRow(`${testFiles.length} files`, totalOf(testFiles));
  for (const [folder, rows] of groupsOf(testFiles)) printRow(`${folder} (${rows.length})`, totalOf(rows));
  console.log(`\n== the ${shownFiles} slowest test files`);
  const slowest = testFiles.toSorted((a, b) => b.wall_ms - a.wall_ms).slice(0, shownFiles);
  for (const entry of slowest) printRow(entry.name, entry);
}
