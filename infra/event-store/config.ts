import { z } from 'zod';
import { settings, wholeNumber } from '../../shared/config/settings.ts';

/** Settings of the event store process. */
export const configSchema = z.object({
  /** Port of the gRPC server; 0 takes any free one. */
  EVENT_STORE_PORT: wholeNumber(0, 65_535).prefault('2113'),
  /** Directory of the LMDB files. */
  EVENT_STORE_DIR: z.string().min(1),
  /** Folder of its password, authority and certificate, made at the first start. */
  EVENT_STORE_SECRETS: z.string().min(1),
  HOST: settings.HOST,
  LOG_LEVEL: settings.LOG_LEVEL,
  METRICS_PORT: settings.METRICS_PORT,
  METRICS_HOST: settings.METRICS_HOST,
});
