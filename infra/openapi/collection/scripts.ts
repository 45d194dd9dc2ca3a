import { readFileSync } from 'node:fs';
import type { Event } from './format.ts';
import type { Step } from './steps.ts';

/** A script of `scripts/`, as Postman keeps it: line by line. */
const linesOf = (name: string): string[] =>
  readFileSync(new URL(`./scripts/${name}.js`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

const event = (listen: Event['listen'], exec: string[]): Event => ({
  listen,
  script: { type: 'text/javascript', exec },
});

/** What runs before and after every request. */
export const commonScripts = (): Event[] => [
  event('prerequest', linesOf('before-each')),
  event('test', linesOf('after-each')),
];

const quoted = (text: string): string => `'${text}'`;

/** `current_question.targets.0` of an answer, as an expression that gives '' where something on the way is missing. */
function valueAt(path: string): string {
  const [first = '', ...more] = path.split('.');
  const rest = more.map((name) => (/^\d+$/.test(name) ? `?.[${name}]` : `?.${name}`));
  return `answer.${first}${rest.join('')} ?? ''`;
}

/** What runs before and after one request, besides. */
export function scriptsOf({ remember = {}, forget = [], script }: Step, needsSession: boolean): Event[] {
  const setting = [
    ...Object.entries(remember).map(([name, path]) => `set(${quoted(name)}, ${valueAt(path)});`),
    ...forget.map((name) => `set(${quoted(name)}, '');`),
  ];
  const chaining = [
    'if (pm.response.code < 300) {',
    ...(Object.keys(remember).length > 0 ? ['  const answer = pm.response.json();'] : []),
    '  const set = (name, value) => pm.collectionVariables.set(name, value);',
    ...setting.map((line) => `  ${line}`),
    '}',
  ];
  const after = [...(setting.length > 0 ? chaining : []), ...(script === undefined ? [] : linesOf(script))];
  return [
    ...(needsSession ? [event('prerequest', linesOf('needs-session'))] : []),
    ...(after.length > 0 ? [event('test', after)] : []),
  ];
}
