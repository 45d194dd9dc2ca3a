import { statfs } from 'node:fs/promises';
import type { Registry } from 'prom-client';
import { collectedGauge } from './collected.ts';

/** Space of the file system that a directory is on, for whoever may use it without special rights. */
export function watchDisk(registry: Registry, directory: string, volume: string): void {
  const labels = { volume };
  collectedGauge(
    registry,
    { name: 'triage_disk_available_bytes', help: 'Free space where data is kept.', labelNames: ['volume'] },
    async () => {
      const { bavail, bsize } = await statfs(directory);
      return [{ labels, value: bavail * bsize }];
    },
  );
  collectedGauge(
    registry,
    {
      name: 'triage_disk_size_bytes',
      help: 'Size of the file system of that space.',
      labelNames: ['volume'],
    },
    async () => {
      const { blocks, bsize } = await statfs(directory);
      return [{ labels, value: blocks * bsize }];
    },
  );
}
