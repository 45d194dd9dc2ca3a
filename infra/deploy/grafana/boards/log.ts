import { quantile, type Board } from '../board.ts';

/** The event log, and what follows it. */
export const log: Board = {
  uid: 'triage-log',
  title: 'Triage: event log and projections',
  about: 'How fast events are written, and how far the tables are behind them.',
  rows: [
    {
      title: 'Event log',
      graphs: [
        {
          title: 'Appends, by result',
          unit: 'ops',
          about: 'wrong_revision: somebody was first, and the call was decided anew. unavailable: no answer.',
          lines: {
            '{{result}}': 'sum by (result) (rate(triage_event_log_append_duration_seconds_count[5m]))',
          },
        },
        {
          title: 'Appends, 99 of 100',
          unit: 's',
          about: 'From an append to its answer.',
          lines: { '{{service}}': quantile(0.99, 'triage_event_log_append_duration_seconds', 'service') },
        },
        {
          title: 'Events that are not ours',
          unit: 'short',
          about: 'None. EventNotOurs and EventLogForeignEvents in the runbook.',
          lines: {
            parked: 'max(triage_event_log_parked_events)',
            'of other applications': 'sum(increase(triage_event_log_foreign_events_total[15m]))',
          },
        },
        {
          title: 'Commits of the embedded event store, 99 of 100',
          unit: 's',
          about: 'With npm start only; a real EventStoreDB has metrics of its own.',
          lines: { commit: quantile(0.99, 'triage_event_store_commit_duration_seconds', '') },
        },
      ],
    },
    {
      title: 'Projections',
      graphs: [
        {
          title: 'Behind the log',
          unit: 's',
          about: 'ProjectionLagging comes above 30 s.',
          lines: { '{{projection}}': 'max by (projection) (triage_projection_lag_seconds)' },
        },
        {
          title: 'From a command to its rows, 95 of 100',
          unit: 's',
          about: 'What a caller would wait for a read to show its change.',
          lines: { '{{projection}}': quantile(0.95, 'triage_projection_delay_seconds', 'projection') },
        },
        {
          title: 'Events passed',
          unit: 'ops',
          about: 'By the process that leads.',
          lines: { '{{projection}}': 'sum by (projection) (rate(triage_projection_events_total[5m]))' },
        },
        {
          title: 'Leaders',
          unit: 'short',
          about: 'One of each, always.',
          lines: { '{{projection}}': 'sum by (projection) (triage_projection_leading)' },
        },
        {
          title: 'Standing still',
          unit: 'bool',
          about: '1 where a projection stopped, or its audit trail was changed.',
          lines: {
            '{{projection}} stopped': 'max by (projection) (triage_projection_stopped)',
            '{{projection}} changed': 'max by (projection) (triage_audit_trail_changed)',
          },
        },
        {
          title: 'Reactors: runs that failed',
          unit: 'short',
          about: 'In 15 minutes. ReactorFailing comes above five.',
          lines: { '{{reactor}}': 'sum by (reactor) (increase(triage_reactor_failures_total[15m]))' },
        },
      ],
    },
    {
      title: 'Backups',
      graphs: [
        {
          title: 'Age of the newest backup',
          unit: 's',
          about:
            'By kind. BackupLate comes when both of full and incremental are above three hours, BackupUnverified when verified is above two weeks.',
          lines: {
            '{{kind}}': 'time() - max by (kind) (triage_backup_last_success_timestamp_seconds)',
          },
        },
      ],
    },
  ],
};
