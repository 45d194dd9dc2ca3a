import {
  DashboardBuilder,
  DatasourceVariableBuilder,
  RowBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

/** A graph: what it shows, in which unit of Grafana, by which expressions of PromQL. */
export type Graph = {
  title: string;
  unit: 's' | 'reqps' | 'ops' | 'short' | 'percentunit' | 'bytes' | 'bool';
  /** What a reader should know, such as what is normal. */
  about: string;
  /** Expression by legend; `{{label}}` stands for a label's value. */
  lines: Record<string, string>;
};

export type Board = {
  /** Its permanent name in links. */
  uid: string;
  title: string;
  about: string;
  rows: { title: string; graphs: Graph[] }[];
};

/**
 * That quantile of a histogram over five minutes: of each group of labels that `by` names, or of all (''). `matchers` chooses
 * its series.
 */
export const quantile = (q: number, metric: string, by: string, matchers = ''): string =>
  `histogram_quantile(${q}, sum by (le${by === '' ? '' : `, ${by}`}) (rate(${metric}_bucket${matchers === '' ? '' : `{${matchers}}`}[5m])))`;

/** The source of data is chosen in Grafana, at the top of the dashboard. */
const SOURCE = { type: 'prometheus', uid: '${source}' };
/** Of 24 columns: two graphs side by side. */
const WIDTH = 12;
const HEIGHT = 8;

function panelOf({ title, unit, about, lines }: Graph): PanelBuilder {
  const panel = new PanelBuilder()
    .title(title)
    .description(about)
    .unit(unit)
    .min(0)
    .span(WIDTH)
    .height(HEIGHT)
    .datasource(SOURCE);
  for (const [index, [legend, expr]] of Object.entries(lines).entries()) {
    panel.withTarget(
      new DataqueryBuilder()
        .refId(`Q${index + 1}`)
        .expr(expr)
        .legendFormat(legend)
        .datasource(SOURCE),
    );
  }
  return panel;
}

/** A board as Grafana imports it. */
export function dashboardOf({ uid, title, about, rows }: Board): object {
  // The newer form is read by Grafana 12 and later only.
  // oxlint-disable-next-line typescript/no-deprecated
  const builder = new DashboardBuilder(title)
    .uid(uid)
    .description(about)
    .tags(['triage'])
    .refresh('30s')
    .time({ from: 'now-3h', to: 'now' })
    .timezone('browser')
    .withVariable(new DatasourceVariableBuilder('source').label('Prometheus').type('prometheus'));
  for (const row of rows) {
    builder.withRow(new RowBuilder(row.title));
    for (const graph of row.graphs) builder.withPanel(panelOf(graph));
  }
  return builder.build();
}
