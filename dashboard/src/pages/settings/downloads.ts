import { answered } from '../../service/faults.ts';
import { useApi } from '../../session/use-session.tsx';

/** A file that the browser is to save. */
export type Download = { name: string; type: string; text: string };

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
      if (proof.checkpoint === null) return null;
      return {
        name: `audit-checkpoint-${day()}.json`,
        type: 'application/json',
        text: JSON.stringify(proof, null, 2),
      };
    },
  };
}

/** Hands a file to the browser. */
export function save({ name, type, text }: Download): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
