import type { TriageLevel } from '../../../../domain/clinical/index.ts';
import type { Story } from '../engine-fixture.ts';

/**
 * A classic presentation, as textbooks describe it: the level it must get (any of them) and the ICD-10 code that must
 * stand at `top` (3 where it is not given) or better.
 */
export type Golden = {
  name: string;
  story: Story;
  level: TriageLevel | TriageLevel[];
  icd: string;
  top?: number;
};

export const EMERGENCY: TriageLevel[] = ['emergency_ambulance', 'emergency'];
