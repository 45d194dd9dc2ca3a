import type { CompiledComplaint, CompiledCondition, LinkColumns, PriorTable } from './compiled.ts';
import { BAND_COUNT, SEX_COUNT, UNKNOWN_AGE_SHARES } from './demographics.ts';
import { AGE_BANDS } from './schema.ts';

/** Turns the conditions' links into columns ordered by finding, so that one finding's links lie side by side. */
export function buildLinkColumns(findingCount: number, conditions: CompiledCondition[]): LinkColumns {
  const start = new Int32Array(findingCount + 1);
  for (const condition of conditions) {
    for (const link of condition.links) start[link.finding + 1] = (start[link.finding + 1] ?? 0) + 1;
  }
  for (let index = 1; index <= findingCount; index += 1)
    start[index] = (start[index] ?? 0) + (start[index - 1] ?? 0);
  const total = start[findingCount] ?? 0;
  const columns: LinkColumns = {
    start,
    condition: new Int32Array(total),
    present: new Float64Array(total),
    absent: new Float64Array(total),
    p: new Float64Array(total),
    entropy: new Float64Array(total),
  };
  const next = start.slice();
  for (const condition of conditions) {
    for (const link of condition.links) {
      const position = next[link.finding] ?? 0;
      next[link.finding] = position + 1;
      columns.condition[position] = condition.index;
      columns.present[position] = link.present;
      columns.absent[position] = link.absent;
      columns.p[position] = link.p;
      columns.entropy[position] = entropy(link.p);
    }
  }
  return columns;
}

/** Entropy of a yes or no in nats. */
export function entropy(p: number): number {
  if (p <= 0 || p >= 1) return 0;
  return -p * Math.log(p) - (1 - p) * Math.log(1 - p);
}

/** Number of a row of a complaint's priors. */
export function priorRow(band: number, sex: number): number {
  return band * SEX_COUNT + sex;
}

/** P(condition | complaint, age band, sex) and the share of "other", each row summing to 1. */
export function buildPriors(
  complaints: readonly CompiledComplaint[],
  conditions: readonly CompiledCondition[],
): PriorTable[] {
  const factors = conditions.map((condition) => factorsOf(condition));
  return complaints.map(({ code, entry }) => {
    const own = conditions.flatMap((condition) => {
      const base = condition.entry.complaints[code];
      return base === undefined ? [] : [{ index: condition.index, base }];
    });
    const rowCount = BAND_COUNT * SEX_COUNT;
    const table: PriorTable = {
      conditions: Int32Array.from(own, ({ index }) => index),
      rows: new Float64Array(rowCount * own.length),
      other: new Float64Array(rowCount),
    };
    for (let row = 0; row < rowCount; row += 1) {
      const weights = own.map(({ index, base }) => base * (factors[index]?.[row] ?? 0));
      const total = weights.reduce((sum, weight) => sum + weight, entry.other);
      table.other[row] = entry.other / total;
      weights.forEach((weight, at) => (table.rows[row * own.length + at] = weight / total));
    }
    return table;
  });
}

/** Multipliers of a condition's prior, by age band (the last one: unknown) and sex, in the order of the rows. */
function factorsOf(condition: CompiledCondition): number[] {
  const byBand = AGE_BANDS.map((name) => condition.entry.age[name] ?? 1);
  const unknown = UNKNOWN_AGE_SHARES.reduce((sum, share, index) => sum + share * (byBand[index] ?? 1), 0);
  const { female, male } = condition.entry.sex ?? { female: 1, male: 1 };
  const bySex = [female, male, (female + male) / 2];
  return [...byBand, unknown].flatMap((age) => bySex.map((sex) => age * sex));
}
