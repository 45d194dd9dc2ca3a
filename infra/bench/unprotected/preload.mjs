// What a process is that leaves a protection out, for comparison: the service's own entry points, started with
// `node --import` of this file, get modules of this folder in place of those that they ask for. So the service itself has
// no way of being run like that. The query of the import says what is left out: `?sealing` (neither seals nor chains),
// `?access` (believes each row that gives access) or `?macs` (makes and checks no MAC of an event).
import { register } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { compiledName } from '../../scripts/build.mjs';
import { root } from '../../scripts/install.mjs';

const compiled = (source) => pathToFileURL(path.join(root, compiledName(source))).href;
/** @type {Record<string, [string, string][]>} */
const LEFT_OUT = {
  '?sealing': [
    ['shared/crypto/seal.ts', 'seal.ts'],
    ['projectors/all.ts', 'projections.ts'],
    ['command-api/reactors/checkpoint-signer.ts', 'checkpoint-signer.ts'],
  ],
  '?access': [['shared/admission/genuine.ts', 'genuine.ts']],
  '?macs': [['shared/event-log/event-mac.ts', 'event-mac.ts']],
};
const substitutes = new Map(
  (LEFT_OUT[new URL(import.meta.url).search] ?? []).map(([module, substitute]) => [
    compiled(module),
    compiled(`infra/bench/unprotected/${substitute}`),
  ]),
);
const own = new Set(substitutes.values());

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  // A substitute itself gets the real one.
  if (context.parentURL !== undefined && own.has(context.parentURL)) return resolved;
  const substitute = substitutes.get(resolved.url);
  return substitute === undefined ? resolved : { ...resolved, url: substitute };
}

// Node loads this file a second time, in a thread of its own, where it asks for `resolve`.
if (isMainThread) register(import.meta.url);
