import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../../components/save-file.ts';
import { answered } from '../../../service/faults.ts';
import { useApi } from '../../../session/use-session.tsx';
import { windowOf } from '../place.ts';
import { exportOf, type ExportQuery } from '../queries.ts';
import { readExport, type Format } from './read.ts';

/** `total` is null where a filter leaves open how many rows there are. */
export type ExportRun =
  | { status: 'idle' | 'stopped' }
  | { status: 'running'; rows: number; total: number | null }
  | { status: 'failed'; fault: unknown }
  | { status: 'done'; rows: number };

type Days = { from: string | undefined; to: string | undefined };

const FILES: Record<Format, { type: string; ending: string }> = {
  csv: { type: 'text/csv', ending: '.csv' },
  ndjson: { type: 'application/x-ndjson', ending: '.ndjson' },
  fhir: { type: 'application/fhir+ndjson', ending: '-fhir.ndjson' },
};

/** Takes an export into memory and has the browser save it, once it is whole. */
export function useExport() {
  const api = useApi();
  const [run, setRun] = useState<ExportRun>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (format: Format, days: Days): Promise<void> => {
    const own = new AbortController();
    running.current = own;
    setRun({ status: 'running', rows: 0, total: null });
    try {
      const total = days.from === undefined && days.to === undefined ? await countRows() : null;
      const parts = exportOf(api, queryOf(format, days), own.signal);
      const { text, rows } = await readExport(parts, format, (count) => {
        if (!own.signal.aborted) setRun({ status: 'running', rows: count, total });
      });
      const { type, ending } = FILES[format];
      saveFile({ name: `audit-trail-${today()}${ending}`, type, text });
      setRun({ status: 'done', rows });
    } catch (fault) {
      if (!own.signal.aborted) setRun({ status: 'failed', fault });
    }
  };
  const countRows = async (): Promise<number> =>
    (await answered(api.GET('/v1/admin/audit-log/proof'))).head.seq;
  return {
    run,
    start,
    stop: () => {
      running.current?.abort();
      setRun({ status: 'stopped' });
    },
  };
}

/** An export has no limit on its days. */
function queryOf(format: Format, { from, to }: Days): ExportQuery {
  const begin = from && windowOf({ from, to: undefined }, new Date()).from;
  const end = to && windowOf({ from: undefined, to }, new Date()).to;
  return { format, ...(begin && { from: begin }), ...(end && { to: end }) };
}

const today = (): string => new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
