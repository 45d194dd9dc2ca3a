import { loadKnowledge } from '../../../shared/clinical/load-knowledge.ts';
import { seededRandom } from '../../bench/load/random.ts';
import type { Examined } from '../../eval/simulated-patient.ts';
import type { Vignette } from '../../eval/vignettes.ts';
import { cataloguesOf } from './catalogues.ts';
import { playInterview, type Interview } from './interview.ts';

export type PlayTask = {
  vignette: Vignette;
  catalogue: 'older' | 'newer';
  /** Whether the patient corrects an answer. */
  rectifies: boolean;
  seed: number;
};

let catalogues: Promise<{ older: Examined; newer: Examined }> | undefined;

/** Plays some interviews in a worker with engines of its own. */
export default async function playSome(tasks: readonly PlayTask[]): Promise<Interview[]> {
  catalogues ??= loadKnowledge().then(cataloguesOf);
  const examined = await catalogues;
  return tasks.map(({ catalogue, seed, ...patient }) =>
    playInterview(examined[catalogue], patient, seededRandom(seed)),
  );
}
