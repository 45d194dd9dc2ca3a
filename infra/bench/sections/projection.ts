import type { Section } from '../section.ts';
import { measureLag } from './lag.ts';
import { measureRebuild } from './rebuild.ts';

export const projection: Section = {
  name: 'projection',
  run: async (options) => {
    const rebuilt = await measureRebuild(options);
    const lagged = await measureLag(options);
    return {
      conditions: [...new Set([...rebuilt.conditions, ...lagged.conditions])],
      measures: [...rebuilt.measures, ...lagged.measures],
    };
  },
};
