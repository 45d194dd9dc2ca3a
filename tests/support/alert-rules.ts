import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');
const duration = z.string().regex(/^\d+[smh]$/);

/** What Prometheus reads of a rule file, as far as we use it; strict, so that a slip of the pen is one. */
const rule = z.strictObject({
  alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
  expr: z.string().min(1),
  for: duration.optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning', 'info']) }),
  annotations: z.strictObject({
    summary: z.string().min(10).max(200),
    runbook_url: z.string().regex(/^docs\/operator\/runbook\.md#[a-z0-9-]+$/),
  }),
});
const ruleFile = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string().min(1), rules: z.array(rule).min(1) })).min(1),
});

export type AlertRule = z.output<typeof rule>;

const folder = path.join(root, 'infra/alerts');

/** Every file of rules, by its path. */
export const ruleFiles = readdirSync(folder)
  .filter((name) => name.endsWith('.rules.yml'))
  .map((name) => path.join(folder, name));

/** The alerts of infra/alerts. Throws where a file is not built as Prometheus wants it. */
export const readAlertRules = (files = ruleFiles): AlertRule[] =>
  files.flatMap((file) =>
    ruleFile.parse(load(readFileSync(file, 'utf8'))).groups.flatMap((group) => group.rules),
  );

export const readRunbook = (): string => readFileSync(path.join(root, 'docs/operator/runbook.md'), 'utf8');
