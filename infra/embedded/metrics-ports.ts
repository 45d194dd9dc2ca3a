const SERVED_BY = ['api', 'dispatcher', 'projections', 'event-store'] as const;

/**
 * The METRICS_PORT of a process of the stack: that of the operator and the three after it, in the order above, so that a
 * scraper need be told only once; without one (0) each takes any free port.
 */
export const metricsPort = (first: number, name: (typeof SERVED_BY)[number]): string =>
  first === 0 ? '0' : String(first + SERVED_BY.indexOf(name));
