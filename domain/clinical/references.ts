import type { ConditionEntry, FindingEntry, MergedKnowledge } from './merge.ts';
import type { RuleEntry } from './schema.ts';

/** Every reference between entries that leads nowhere, and every number that cannot be one. Empty where all is well. */
export function checkReferences(merged: MergedKnowledge): string[] {
  const issues: string[] = [];
  for (const [code, entry] of merged.findings) issues.push(...findingIssues(merged, code, entry));
  for (const [code, entry] of merged.conditions) issues.push(...conditionIssues(merged, code, entry));
  for (const [code, entry] of merged.rules) issues.push(...ruleIssues(merged, code, entry));
  issues.push(...complaintIssues(merged));
  for (const [code, { denies }] of merged.reassurances) {
    for (const denied of denies) {
      if (!isTriState(merged, denied)) issues.push(`reassurances.${code}: ${denied} is no tri-state finding`);
    }
  }
  for (const open of ['story', 'closing']) {
    const those = [...merged.findings.values()].filter((finding) => finding.open === open);
    if (those.length !== 1 || those[0]?.en.ask === undefined)
      issues.push(
        `findings: exactly one must be the open question '${open}' and be asked, ${those.length} are`,
      );
  }
  const fallbacks = [...merged.complaints.values()].filter((complaint) => complaint.fallback).length;
  if (fallbacks !== 1) issues.push(`complaints: exactly one must be the fallback, ${fallbacks} are`);
  return issues;
}

function findingIssues(merged: MergedKnowledge, code: string, entry: FindingEntry): string[] {
  const issues: string[] = [];
  const say = (message: string): number => issues.push(`findings.${code}: ${message}`);
  const targets = [
    ...entry.derive.map((row) => row.finding),
    ...entry.implies,
    ...entry.excludes,
    ...entry.asked_with,
    ...entry.asks_next,
  ];
  if (entry.after !== undefined) targets.push(entry.after);
  if (entry.value?.type === 'choice') targets.push(...entry.value.choices.flatMap((choice) => choice.sets));
  for (const target of targets) if (!isTriState(merged, target)) say(`${target} is no tri-state finding`);
  if (!merged.topics.has(entry.topic)) say(`unknown topic ${entry.topic}`);
  if (entry.group !== undefined && !merged.groups.has(entry.group)) say(`unknown group ${entry.group}`);
  if ((entry.value === undefined) !== (entry.background !== undefined)) {
    say('a tri-state finding needs a background, a valued one must not have it');
  }
  if (entry.value?.type === 'number' && entry.value.minimum >= entry.value.maximum)
    say('minimum is not below maximum');
  if (entry.derive.length > 0 && entry.value?.type !== 'number') say('only a number derives findings');
  if ((entry.en.ask === undefined) !== (entry.cs.ask === undefined)) say('asked in one language only');
  return issues;
}

function isTriState(merged: MergedKnowledge, code: string): boolean {
  const finding = merged.findings.get(code);
  return finding !== undefined && finding.value === undefined;
}

function conditionIssues(merged: MergedKnowledge, code: string, entry: ConditionEntry): string[] {
  const issues: string[] = [];
  const say = (message: string): number => issues.push(`conditions.${code}: ${message}`);
  if (!merged.sources.has(entry.source)) say(`unknown source ${entry.source}`);
  for (const complaint of Object.keys(entry.complaints)) {
    if (!merged.complaints.has(complaint)) say(`unknown complaint ${complaint}`);
  }
  for (const [finding, link] of Object.entries(entry.findings)) {
    if (!isTriState(merged, finding)) say(`${finding} is no tri-state finding`);
    if (!merged.sources.has(link.source)) say(`${finding}: unknown source ${link.source}`);
    if (link.lr !== undefined && (link.lr[0] - 1) * (link.lr[1] - 1) >= 0) {
      say(`${finding}: one likelihood ratio must be above 1 and the other below`);
    }
  }
  return issues;
}

function ruleIssues(merged: MergedKnowledge, code: string, entry: RuleEntry): string[] {
  const issues: string[] = [];
  const say = (message: string): number => issues.push(`rules.${code}: ${message}`);
  const { all, any, at_least: atLeast } = entry.when;
  const atoms = [...all, ...any, ...(atLeast?.of ?? [])];
  for (const atom of atoms) if (!isTriState(merged, atom)) say(`${atom} is no tri-state finding`);
  if (atoms.length === 0) say('names no finding');
  if (atLeast && atLeast.count > atLeast.of.length) say('asks for more findings than it lists');
  if (!merged.sources.has(entry.source)) say(`unknown source ${entry.source}`);
  for (const complaint of entry.complaints ?? []) {
    if (!merged.complaints.has(complaint)) say(`unknown complaint ${complaint}`);
  }
  return issues;
}

function complaintIssues(merged: MergedKnowledge): string[] {
  const issues: string[] = [];
  for (const [code, entry] of merged.complaints) {
    const say = (message: string): number => issues.push(`complaints.${code}: ${message}`);
    const care = entry.self_care;
    const atAge = entry.safety_net_at_age.flatMap(({ findings }) => findings);
    const net = [...entry.safety_net, ...atAge].filter(
      (finding) => merged.findings.get(finding)?.value?.type !== 'choice',
    );
    const triState = [...net, ...care.absent, ...care.not_present];
    if (entry.finding !== undefined) triState.push(entry.finding);
    for (const finding of triState)
      if (!isTriState(merged, finding)) say(`${finding} is no tri-state finding`);
    for (const finding of entry.basics) if (!merged.findings.has(finding)) say(`unknown finding ${finding}`);
    for (const finding of Object.keys(care.at_most)) {
      if (merged.findings.get(finding)?.value?.type !== 'number') say(`${finding} is no number`);
    }
    for (const source of [care.source, ...entry.start.map((row) => row.source)]) {
      if (!merged.sources.has(source)) say(`unknown source ${source}`);
    }
    const last = entry.start.at(-1);
    if (last?.age !== undefined || last?.sex !== undefined) say('the last row of start must fit everyone');
    if ((entry.finding === undefined) !== entry.fallback) say('needs a finding, unless it is the fallback');
  }
  return issues;
}
