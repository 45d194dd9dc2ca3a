import { quantile, type Board } from '../board.ts';

/** Calls of callers, without the probes of proxies. */
const CALLS = 'route!~"/v1/health.*"';

/** The four golden signals of the whole service. */
export const service: Board = {
  uid: 'triage-service',
  title: 'Triage: four golden signals',
  about: 'Latency, traffic, errors and saturation of the service.',
  rows: [
    {
      title: 'Latency',
      graphs: [
        {
          title: 'Calls',
          unit: 's',
          about:
            'From the request headers to the end of the answer, without waits that the caller asked for.',
          lines: {
            'half of all': quantile(0.5, 'triage_http_request_duration_seconds', '', CALLS),
            '95 of 100': quantile(0.95, 'triage_http_request_duration_seconds', '', CALLS),
            '99 of 100': quantile(0.99, 'triage_http_request_duration_seconds', '', CALLS),
          },
        },
        {
          title: '99 of 100 calls, by route',
          unit: 's',
          about: 'HttpLatencyHigh warns above a second. Exports may take longer.',
          lines: {
            '{{method}} {{route}}': `topk(10, ${quantile(0.99, 'triage_http_request_duration_seconds', 'method, route', CALLS)})`,
          },
        },
      ],
    },
    {
      title: 'Traffic',
      graphs: [
        {
          title: 'Calls, by process',
          unit: 'reqps',
          about: 'What each of the two APIs answers.',
          lines: {
            '{{service}}': `sum by (service) (rate(triage_http_request_duration_seconds_count{${CALLS}}[5m]))`,
          },
        },
        {
          title: 'Calls, by route',
          unit: 'reqps',
          about: 'The ten that are called most.',
          lines: {
            '{{method}} {{route}}': `topk(10, sum by (method, route) (rate(triage_http_request_duration_seconds_count{${CALLS}}[5m])))`,
          },
        },
      ],
    },
    {
      title: 'Errors',
      graphs: [
        {
          title: 'Answers with 5xx, of all',
          unit: 'percentunit',
          about: 'HttpServerErrors comes above 2 %.',
          lines: {
            'of all calls': `sum(rate(triage_http_request_duration_seconds_count{status_class="5xx",${CALLS}}[5m])) / sum(rate(triage_http_request_duration_seconds_count{${CALLS}}[5m]))`,
          },
        },
        {
          title: 'Errors, by code',
          unit: 'reqps',
          about: 'Errors of callers as well: what is refused, and why.',
          lines: {
            '{{status}} {{code}}': 'topk(10, sum by (status, code) (rate(triage_http_errors_total[5m])))',
          },
        },
      ],
    },
    {
      title: 'Saturation',
      graphs: [
        {
          title: 'Event loop',
          unit: 's',
          about: 'How long a call waits for others, at worst of 100. EventLoopBlocked comes above 0.25 s.',
          lines: { '{{service}}': 'max by (service) (nodejs_eventloop_lag_p99_seconds)' },
        },
        {
          title: 'Processor',
          unit: 'percentunit',
          about: 'Of one core, the busiest process. A process works on one thread: at 1 it is full.',
          lines: { '{{service}}': 'max by (service) (rate(process_cpu_seconds_total[5m]))' },
        },
        {
          title: 'Waiting for a connection to Postgres',
          unit: 'short',
          about: 'None, as a rule. PostgresPoolExhausted comes after two minutes.',
          lines: { '{{service}} {{pool}}': 'max by (service, pool) (triage_postgres_pool_waiting)' },
        },
        {
          title: 'Memory',
          unit: 'bytes',
          about: 'The largest process of each kind.',
          lines: { '{{service}}': 'max by (service) (process_resident_memory_bytes)' },
        },
        {
          title: 'Dependencies in reach',
          unit: 'bool',
          about:
            '1 where every process reaches it. Without Postgres or the event log a process is not ready.',
          lines: { '{{service}} {{dependency}}': 'min by (service, dependency) (triage_dependency_up)' },
        },
        {
          title: 'API processes',
          unit: 'short',
          about:
            'Of those that share a port (API_PROCESSES). ApiProcessMissing comes after five minutes with fewer.',
          lines: {
            '{{service}} {{state}}': 'sum by (service, state) (triage_api_processes)',
            '{{service}} replaced in an hour':
              'sum by (service) (increase(triage_api_process_ends_total[1h]))',
          },
        },
        {
          title: 'Calls in flight',
          unit: 'short',
          about: 'Calls whose answer has not ended.',
          lines: { '{{service}}': 'sum by (service) (triage_http_requests_in_flight)' },
        },
      ],
    },
  ],
};
