import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { dashboardFiles } from '../../../infra/deploy/grafana/files.ts';
import { readPage } from '../../docs/pages.ts';
import { deployFile } from '../../support/deploy-files.ts';
import { kustomize } from '../../support/kustomize.ts';
import { readMetricRows } from '../../support/metrics-page.ts';
import { parsePromql } from '../../support/promql.ts';

type Target = { expr: string; legendFormat: string; refId: string; datasource: { uid: string } };
type Panel = {
  id: number;
  type: string;
  title: string;
  targets?: Target[];
  gridPos: { x: number; y: number; w: number; h: number };
};
type Dashboard = { uid: string; title: string; panels: Panel[] };

const files = await dashboardFiles();
const dashboards = files.map(({ text }) => JSON.parse(text) as Dashboard);
/** The reference is compared with what running processes export, in tests/shared/metrics. */
const metrics = new Map(
  readMetricRows(readPage('docs/operator/probes-and-metrics.md')).map((row) => [row.name, row]),
);

test('the dashboards are what npm run generate makes', (t) => {
  for (const { path: file, text } of files) t.is(readFileSync(file, 'utf8'), text, file);
  t.deepEqual(
    readdirSync(deployFile('grafana'))
      .filter((name) => name.endsWith('.json'))
      .toSorted(),
    files.map(({ path: file }) => path.basename(file)).toSorted(),
  );
});

test('the ConfigMap for Grafana holds each dashboard', (t) => {
  const { manifests, configMaps } = kustomize('grafana');
  t.deepEqual(manifests, []);
  t.deepEqual(
    Object.keys(configMaps.get('triage-dashboards') ?? {}).toSorted(),
    files.map(({ path: file }) => path.basename(file)).toSorted(),
  );
});

test('each dashboard has a name in links, and panels beside one another', (t) => {
  t.is(new Set(dashboards.map(({ uid }) => uid)).size, dashboards.length);
  for (const { title, panels } of dashboards) {
    const cells = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    t.is(new Set(cells).size, cells.length, title);
    for (const { gridPos } of panels) t.true(gridPos.x + gridPos.w <= 24, title);
  }
});

const BY_ITSELF = ['service', 'le'];
/** Node's own, which every process exports. */
const OF_NODE = new Set([
  'nodejs_eventloop_lag_p99_seconds',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
]);

function labelsOf(metric: string): string[] | null {
  if (OF_NODE.has(metric)) return BY_ITSELF;
  const plain = metrics.get(metric);
  const row = plain?.type === 'histogram' ? undefined : plain;
  const histogram = metrics.get(metric.replace(/_(bucket|count|sum)$/, ''));
  const found = row ?? (histogram?.type === 'histogram' && histogram.name !== metric ? histogram : undefined);
  return found ? [...found.labels, ...BY_ITSELF] : null;
}

for (const { title, panels } of dashboards) {
  test(`${title}: every expression asks for metrics and labels that are exported`, (t) => {
    const graphs = panels.filter(({ type }) => type === 'timeseries');
    t.true(graphs.length >= 4);
    for (const graph of graphs) {
      t.true((graph.targets ?? []).length > 0, graph.title);
      for (const { expr, legendFormat } of graph.targets ?? []) {
        const { selectors, groupings } = parsePromql(expr);
        t.true(selectors.length > 0, expr);
        for (const { metric, labels } of selectors) {
          const known = labelsOf(metric);
          t.truthy(known, `${graph.title}: ${metric}`);
          for (const label of [...labels, ...groupings])
            t.true(known?.includes(label), `${graph.title}: ${metric} ${label}`);
        }
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
          t.true(groupings.includes(label), `${graph.title}: ${label}`);
      }
    }
  });
}
