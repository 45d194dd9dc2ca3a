import { useEffect, useRef, useState } from 'react';
import { ApiFault } from '../../../service/faults.ts';
import { useApi } from '../../../session/use-session.tsx';
import { askOf, rowsOfTrail } from '../queries.ts';
import type { AuditRow } from './checks.ts';
import { useGiven } from './given.tsx';
import { verifyRow, verifyRows, verifyTrail, type Progress } from './run.ts';
import type { Result } from './saved.ts';

export type Run =
  | { status: 'idle' }
  | { status: 'running'; progress: Progress | null }
  | { status: 'stopped' }
  /** The browser has not what it takes. */
  | { status: 'uncheckable' }
  | { status: 'failed'; fault: unknown }
  | { status: 'done'; result: Result };

/** Cryptography is missing where the page came over an open line, or where the browser has no Ed25519. */
const isUncheckable = (fault: unknown): boolean =>
  !window.isSecureContext || (fault instanceof DOMException && fault.name === 'NotSupportedError');

/** An answer in which something is missing is none of the service's. */
const faultOf = (fault: unknown): ApiFault =>
  fault instanceof ApiFault ? fault : new ApiFault('unreadable');

/** Runs one verification at a time; a new one and leaving the page end the one before. */
export function useVerify() {
  const api = useApi();
  const given = useGiven();
  const [run, setRun] = useState<Run>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (work: (signal: AbortSignal) => Promise<Result>): Promise<void> => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setRun({ status: 'running', progress: null });
    try {
      const result = await work(own.signal);
      if (own.signal.aborted) return;
      given.remember(result);
      setRun({ status: 'done', result });
    } catch (fault) {
      if (own.signal.aborted) return;
      setRun(isUncheckable(fault) ? { status: 'uncheckable' } : { status: 'failed', fault: faultOf(fault) });
    }
  };
  const withGiven = (signal: AbortSignal) => ({
    ask: askOf(api, signal),
    earlier: given.earlier?.proof ?? null,
    fingerprint: given.fingerprint,
    now: () => new Date(),
    signal,
    onProgress: (progress: Progress) => {
      if (!signal.aborted) setRun({ status: 'running', progress });
    },
  });
  return {
    run,
    row: (row: AuditRow) => start((signal) => verifyRow(withGiven(signal), row)),
    rows: (rows: readonly AuditRow[]) => start((signal) => verifyRows(withGiven(signal), rows)),
    trail: () => start((signal) => verifyTrail(withGiven(signal), (stop) => rowsOfTrail(api, stop))),
    stop: () => {
      running.current?.abort();
      setRun({ status: 'stopped' });
    },
  };
}
