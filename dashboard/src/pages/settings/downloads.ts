import { jsonFile, type Download } from '../../components/save-file.ts';
import { answered } from '../../service/faults.ts';
import { useApi } from '../../session/use-session.tsx';

const day = (): string => new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);

/** What can be saved. The trail of a team in which nothing has happened yet is not signed: null. */
export function useDownloads(): Readonly<
  Record<'accessReview' | 'auditCheckpoint', () => Promise<Download | null>>
> {
  const api = useApi();
  return {
    accessReview: async () => ({
      name: `access-review-${day()}.csv`,
      type: 'text/csv',
      text: await answered(
        api.GET('/v1/admin/access-review', { params: { query: { format: 'csv' } }, parseAs: 'text' }),
      ),
    }),
    auditCheckpoint: async () => {
      const proof = await answered(
        api.GET('/v1/admin/audit-log/proof', { params: { query: { checkpoint: 'now' } } }),
      );
      return proof.checkpoint === null ? null : jsonFile(`audit-checkpoint-${day()}.json`, proof);
    },
  };
}
