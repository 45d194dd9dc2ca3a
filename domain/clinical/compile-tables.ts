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

/** Offset of a row of priors; the row holds one number a condition. */
export function priorRow(complaint: number, band: number, sex: number): number {
  return (complaint * BAND_COUNT + band) * SEX_COUNT + sex;
}

/** P(condition | complaint, age band, sex) and the share of "other", each row summing to 1. */
export function buildPriors(complaints: CompiledComplaint[], conditions: CompiledCondition[]): PriorTable {
  const rows = complaints.length * BAND_COUNT * SEX_COUNT;
  const table: PriorTable = {
    conditions: new Float64Array(rows * conditions.length),
    other: new Float64Array(rows),
  };
  const factors = conditions.map((condition) => factorsOf(condition));
  for (const complaint of complaints) {
    // Few conditions belong to any one complaint.
    const own = conditions.flatMap((condition) => {
      const base = condition.entry.complaints[complaint.code];
      return base === undefined ? [] : [{ index: condition.index, base }];
    });
    for (let column = 0; column < BAND_COUNT * SEX_COUNT; column += 1) {
      const row = complaint.index * BAND_COUNT * SEX_COUNT + column;
      const weights = own.map(({ index, base }) => base * (factors[index]?.[column] ?? 0));
      const total = weights.reduce((sum, weight) => sum + weight, complaint.entry.other);
      table.other[row] = complaint.entry.other / total;
      own.forEach(({ index }, at) => {
        table.conditions[row * conditions.length + index] = (weights[at] ?? 0) / total;
      });
    }
  }
  return table;
}

/** Multipliers of a condition's prior, by age band (the last one: unknown) and sex, in the order of the rows. */
function factorsOf(condition: CompiledCondition): number[] {
  const byBand = AGE_BANDS.map((name) => condition.entry.age[name] ?? 1);
  const unknown = UNKNOWN_AGE_SHARES.reduce((sum, share, index) => sum + share * (byBand[index] ?? 1), 0);
  const { female, male } = condition.entry.sex ?? { female: 1, male: 1 };
  const bySex = [female, male, (female + male) / 2];
  return [...byBand, unknown].flatMap((age) => bySex.map((sex) => age * sex));
}
