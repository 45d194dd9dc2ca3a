import path from 'node:path';
import test from 'ava';
import { readAlertRules, readRunbook, ruleFiles } from '../../support/alert-rules.ts';
import { parsePromql } from '../../support/promql.ts';

const rules = readAlertRules();

/** As a page of the repository shows headings. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replace(/ /g, '-');

/** The process gives its name, and Prometheus the target. */
const OF_EVERY_SERIES = new Set(['service', 'job', 'instance']);

test('alerts have names of their own', (t) => {
  t.true(rules.length >= 20);
  t.is(new Set(rules.map(({ alert }) => alert)).size, rules.length);
});

for (const { alert, expr, annotations } of rules) {
  test(`${alert} has an expression that can be read, and labels in its text that it has`, (t) => {
    const { selectors, groupings } = parsePromql(expr);
    t.true(selectors.length > 0);
    const isPlain = groupings.length === 0;
    for (const [, label = ''] of annotations.summary.matchAll(/\{\{ \$labels\.([a-z_]+) \}\}/g)) {
      // What is not grouped keeps every label of its series, those among them that every series has.
      t.true(groupings.includes(label) || (isPlain && OF_EVERY_SERIES.has(label)), label);
    }
  });
}

test('a share counts the same routes above and below', (t) => {
  for (const { alert, expr } of rules) {
    const routesOf = (part: string): string[] => part.match(/route!?[=~]+"[^"]*"/g) ?? [];
    const [above = '', below] = expr.split(' / ');
    if (below !== undefined) t.deepEqual(routesOf(above), routesOf(below), alert);
  }
});

/** Only the event store of this project has them, and the disk is its own. */
const OF_EMBEDDED_STORE = /^triage_(event_store|disk)_/;

test('what only the embedded event store exports stands in a file of its own, which can be left out', (t) => {
  for (const file of ruleFiles) {
    const isEmbedded = path.basename(file) === 'embedded-event-store.rules.yml';
    for (const { alert, expr } of readAlertRules([file])) {
      const asks = parsePromql(expr).selectors.some(({ metric }) => OF_EMBEDDED_STORE.test(metric));
      t.is(asks, isEmbedded, alert);
    }
  }
});

test('the runbook has a part for each alert, and none for one that does not exist', (t) => {
  const headings = [...readRunbook().matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);
  const anchors = new Set(headings.map(anchorOf));
  for (const { alert, annotations } of rules) {
    t.is(annotations.runbook_url, `docs/operator/runbook.md#${anchorOf(alert)}`);
    t.true(anchors.has(anchorOf(alert)), alert);
  }
  const alerts = new Set(rules.map(({ alert }) => alert));
  t.deepEqual(
    headings.filter((heading) => /^[A-Z][a-z]+[A-Z]/.test(heading) && !alerts.has(heading)),
    [],
  );
});

test('what is no expression is told', (t) => {
  const expression =
    'max by (a) (rate(x_total{b=~"c|d"}[5m])) > ignoring (e) z or label_replace(absent(y), "f", "g", "", "")';
  t.deepEqual(parsePromql(expression), {
    selectors: [
      { metric: 'x_total', labels: ['b'] },
      { metric: 'z', labels: [] },
      { metric: 'y', labels: [] },
    ],
    groupings: ['a'],
  });
  for (const wrong of ['sum(x', 'x >', 'x{a=b}', 'x[5]', 'x y', '> 1', 'max by a (x)', 'x{a="b}']) {
    t.throws(() => parsePromql(wrong), undefined, wrong);
  }
});
