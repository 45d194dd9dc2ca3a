import {
  digestFiles,
  measure,
  readBaseline,
  type Baseline,
  type Emergencies,
  type Measured,
} from './baseline.ts';
import { evaluate, selectTexts, type Texts } from './run.ts';
import type { Examined } from './simulated-patient.ts';
import type { Split } from './texts.ts';

/** What is worse than the baseline, a line each; none where an evaluation is as good. */
export type Problems = string[];

/** Evaluates these splits of all texts and compares with the baseline of infra/eval/baseline.json. */
export async function checkEvaluation(
  examined: Examined,
  texts: Texts,
  splits: readonly Split[],
): Promise<Problems> {
  const accepted = await readBaseline();
  const stale = staleFiles(accepted.files, await digestFiles());
  if (stale.length > 0) return stale;
  return splits.flatMap((split) =>
    lossesOf(accepted[split], measureSplit(examined, texts, split)).map((loss) => `${split}: ${loss}`),
  );
}

/** What the engine comes to on the texts of one split. */
export const measureSplit = (examined: Examined, texts: Texts, split: Split): Measured =>
  measure(
    evaluate(
      examined,
      selectTexts(texts, (text) => text.split === split),
    ),
    split,
  );

/**
 * Files of texts that were added, removed or changed since the baseline was accepted: then nothing else is compared, since one
 * cannot tell a loss from a new text.
 */
export function staleFiles(accepted: Baseline['files'], now: Baseline['files']): Problems {
  const names = [...new Set([...Object.keys(accepted), ...Object.keys(now)])].sort();
  return names.flatMap((name) => {
    if (accepted[name] === now[name]) return [];
    const what =
      accepted[name] === undefined ? 'was added' : now[name] === undefined ? 'was removed' : 'was changed';
    return [`the baseline is stale: ${name} ${what}; accept it with npm run eval -- --update-baseline`];
  });
}

/**
 * What an evaluation lost against the baseline: an emergency or a danger sentence that was told as an emergency, and any score
 * that fell, or error that rose, by more than its noise. What the baseline names must be there.
 */
export function lossesOf(accepted: Measured, now: Measured): Problems {
  return [
    ...Object.entries(accepted.emergencies).flatMap(([where, before]) =>
      lostEmergencies(where, before, now.emergencies[where]),
    ),
    ...worseFigures(accepted.scores, now.scores, (before, after) => before - after),
    ...worseFigures(accepted.errors, now.errors, (before, after) => after - before),
  ];
}

function lostEmergencies(where: string, before: Emergencies, after: Emergencies | undefined): Problems {
  if (after === undefined) return [`${where}: emergencies were not measured`];
  const known = new Set(before.missed);
  const lost = (after.missed ?? []).filter((key) => before.missed !== undefined && !known.has(key));
  if (lost.length > 0) return lost.map((key) => `${where}: no emergency any more: ${key}`);
  if (after.told >= before.told) return [];
  return [`${where}: ${after.told} of ${after.of} emergencies told as one, were ${before.told}`];
}

type Figures = Measured['scores'];

function worseFigures(before: Figures, after: Figures, lossOf: (before: number, after: number) => number) {
  return Object.entries(before).flatMap(([name, { value, noise }]): Problems => {
    const now = after[name]?.value;
    if (now === undefined) return [`${name}: was not measured`];
    if (lossOf(value, now) <= noise + ROUNDING) return [];
    return [`${name}: ${now}, was ${value}; by chance it differs by ${noise}`];
  });
}

/** Half of the last decimal of a figure. */
const ROUNDING = 5e-5;
