import type { Registry } from 'prom-client';
import { createExtractor } from './extractor.ts';
import { extractorMetrics, type ExtractorMetrics } from './metrics.ts';
import type { Catalogue } from './prompt.ts';
import type { ExtractorConfig } from './settings.ts';
import type { Extractor } from './types.ts';

/** The upstream extractor of an installation, and what follows where it fails. */
export type Upstream = { extractor: Extractor; fallsBack: boolean; metrics: ExtractorMetrics | null };

/** What the settings name, null where they name none. */
export function openUpstream(
  config: ExtractorConfig,
  engine: Catalogue,
  registry: Registry | undefined,
): Upstream | null {
  const metrics = registry === undefined ? null : extractorMetrics(registry);
  const extractor = createExtractor({
    config,
    catalogue: engine,
    ...(metrics && { onAsked: metrics.asked }),
  });
  return extractor && { extractor, fallsBack: config.EXTRACTOR_FALLBACK === 'builtin', metrics };
}
