import test from 'ava';
import { readAlertRules, readRunbook } from '../../support/alert-rules.ts';
import { parsePromql } from '../../support/promql.ts';

const rules = readAlertRules();

/** As a page of the repository shows headings. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replace(/ /g, '-');

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
      // What is not grouped keeps every label of its series, Prometheus' own job among them.
      t.true(groupings.includes(label) || (isPlain && label === 'job'), label);
    }
  });
}

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
  t.deepEqual(parsePromql('max by (a) (rate(x_total{b=~"c|d"}[5m])) > 1 or absent(y)'), {
    selectors: [
      { metric: 'x_total', labels: ['b'] },
      { metric: 'y', labels: [] },
    ],
    groupings: ['a'],
  });
  for (const wrong of ['sum(x', 'x >', 'x{a=b}', 'x[5]', 'x y', '> 1', 'max by a (x)', 'x{a="b}']) {
    t.throws(() => parsePromql(wrong), undefined, wrong);
  }
});
