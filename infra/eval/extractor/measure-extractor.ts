import { z } from 'zod';
import { parseConfig, type Env } from '../../../shared/config/load-config.ts';
import { createExtractor } from '../../../shared/extractor/extractor.ts';
import { extractorSettings, modelNamed } from '../../../shared/extractor/settings.ts';
import { sampleOf, type Texts } from '../run.ts';
import type { Examined } from '../simulated-patient.ts';
import { createAsker, type Calls } from './asker.ts';
import { openKeptAnswers } from './kept-answers.ts';
import { readByAll, type ReadByAll } from './readers.ts';

export type MeasureOptions = {
  /** EXTRACTOR_* settings, as the service takes them. */
  env: Env;
  /** Texts of each kind; null for all. */
  sample: number | null;
  minutes: number;
  /** Has the vignettes played as interviews too: up to twenty requests each. */
  interviews: boolean;
  /** Where answers are kept, so that a run that was cut off goes on. */
  file: string;
  /** Milliseconds of a clock that only goes forward. */
  now: () => number;
};

const settings = z.object(extractorSettings).refine(modelNamed.check, modelNamed.params);
const MS_PER_MINUTE = 60_000;

/**
 * Has the evaluation's texts read by an operator's model, with the settings and the limits that the service would use.
 * Throws where a setting is wrong; the message names it and holds no value.
 */
export async function measureExtractor(
  examined: Examined,
  texts: Texts,
  { env, sample, minutes, interviews, file, now }: MeasureOptions,
): Promise<{ read: ReadByAll; calls: Calls }> {
  const parsed = parseConfig(settings, env);
  if (!parsed.ok) throw new Error(`wrong setting ${parsed.problems.join('; ')}`);
  const { config } = parsed;
  const extractor = createExtractor({ config, catalogue: examined.engine });
  if (extractor === null) throw new Error('wrong setting EXTRACTOR_URL: is required');
  const asker = createAsker({
    config,
    engine: examined.engine,
    extractor,
    kept: openKeptAnswers(file),
    now,
    deadlineMs: now() + minutes * MS_PER_MINUTE,
  });
  try {
    const read = await readByAll(examined, sampleOf(texts, sample), asker, {
      atOnce: config.EXTRACTOR_CONCURRENCY,
      interviews,
    });
    return { read, calls: asker.calls };
  } finally {
    await extractor.close();
  }
}
