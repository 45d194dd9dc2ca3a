import path from 'node:path';
import type { RebuildResult } from '../../../projectors/rebuild/rebuild.ts';
import type { BenchOptions } from '../section.ts';
import { operatorEnv, type BenchStack } from '../stack/bench-stack.ts';
import { startOperator, type OperatorProcess } from './operator-process.ts';

/** `npm run ops -- rebuild --all` as an operator runs it: a process of its own, which first copies the stored audit trail. */
export function startRebuild(stack: BenchStack, { env }: BenchOptions): OperatorProcess<RebuildResult> {
  const { infrastructure, installation } = stack;
  const evidence = path.join(infrastructure.dir.root, `evidence-${installation.newId()}`);
  const words = ['rebuild', '--all', '--evidence', evidence];
  return startOperator<RebuildResult>(words, { ...env, ...operatorEnv(stack) });
}
