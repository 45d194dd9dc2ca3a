import { quantile, type Board } from '../board.ts';

const STEPS = 'route=~"/v1/sessions.*",method="POST"';

/** Interviews, and how texts are read. */
export const engine: Board = {
  uid: 'triage-engine',
  title: 'Triage: interviews and the engine',
  about:
    'What interviews do, and how texts are read. No metric holds a level or a finding: those are of patients.',
  rows: [
    {
      title: 'Interviews',
      graphs: [
        {
          title: 'Steps of interviews',
          unit: 'ops',
          about: 'Opened, answered, finalized.',
          lines: {
            '{{route}}': `sum by (route) (rate(triage_http_request_duration_seconds_count{status_class="2xx",${STEPS}}[5m]))`,
          },
        },
        {
          title: 'Steps, 99 of 100',
          unit: 's',
          about: 'The engine, the append and the answer.',
          lines: {
            '{{route}}': quantile(
              0.99,
              'triage_http_request_duration_seconds',
              'route',
              `status_class="2xx",${STEPS}`,
            ),
          },
        },
        {
          title: 'Steps that were refused or failed',
          unit: 'ops',
          about: 'By class of status.',
          lines: {
            '{{status_class}} {{route}}': `sum by (status_class, route) (rate(triage_http_request_duration_seconds_count{status_class=~"4xx|5xx",${STEPS}}[5m]))`,
          },
        },
        {
          title: 'Sessions, by what happened to them',
          unit: 'short',
          about: 'In an hour. One that timed out can go on.',
          lines: { '{{event}}': 'sum by (event) (increase(triage_sessions_total[1h]))' },
        },
        {
          title: 'What reactors ended and recorded',
          unit: 'ops',
          about: 'Sessions that timed out are among them.',
          lines: { '{{kind}}': 'sum by (kind) (rate(triage_reactor_facts_total[5m]))' },
        },
      ],
    },
    {
      title: 'Large texts (500 characters and more)',
      graphs: [
        {
          title: 'Waiting for a worker, 99 of 100',
          unit: 's',
          about: 'More TEXT_WORKERS shorten it.',
          lines: { waited: quantile(0.99, 'triage_large_text_wait_seconds', '') },
        },
        {
          title: 'Waiting, being read, refused',
          unit: 'short',
          about: 'LargeTextsRefused comes above ten in ten minutes.',
          lines: {
            '{{state}}': 'sum by (state) (triage_large_texts)',
            'refused: {{reason}}': 'sum by (reason) (increase(triage_large_texts_refused_total[10m]))',
          },
        },
      ],
    },
    {
      title: 'Upstream extractor, where one is set',
      graphs: [
        {
          title: 'Requests, by outcome',
          unit: 'ops',
          about: 'ExtractorFailing comes above 5 %.',
          lines: {
            '{{outcome}}': 'sum by (outcome) (rate(triage_extractor_request_duration_seconds_count[5m]))',
          },
        },
        {
          title: 'Read by the built-in reader alone; findings dropped',
          unit: 'short',
          about: 'In 15 minutes.',
          lines: {
            'built-in: {{failure}}': 'sum by (failure) (increase(triage_extractor_fallbacks_total[15m]))',
            'dropped: {{reason}}': 'sum by (reason) (increase(triage_extractor_findings_dropped_total[15m]))',
          },
        },
      ],
    },
  ],
};
