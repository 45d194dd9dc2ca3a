import type { CompiledComplaint } from './compiled.ts';
import { inWindow } from './demographics.ts';

/** The dangers of a complaint at this age, those that are asked first. An age that is not told is in no window. */
export const netOf = (
  { safetyNet, netAtAge }: Pick<CompiledComplaint, 'safetyNet' | 'netAtAge'>,
  ageMonths: number | null,
): number[] => [
  ...safetyNet,
  ...netAtAge.filter(({ age }) => inWindow(age, ageMonths)).flatMap(({ findings }) => findings),
];
