import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { projectRoot } from '../../infra/embedded/program.ts';
import { operations } from '../support/description.ts';
import { opsProblem } from './ops-problem.ts';
import { readPage } from './pages.ts';

/** Every command and call that the page of controls names exists, with its arguments and options. */
const CONTROLS = 'docs/compliance/controls.md';
const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Why what stands in a code span leads nowhere; null where it does, undefined where it names nothing. */
function problemOf(code: string): string | null | undefined {
  const words = code.split(' ');
  const [first = '', second = '', third = ''] = words;
  if (/^[A-Z]+$/.test(first) && second.startsWith('/v1/')) {
    const isThere = operations.some((one) => one.method === first && one.path === second);
    return isThere ? null : `${code}: no such call`;
  }
  if (first === 'node') return existsSync(path.join(projectRoot, second)) ? null : `${code}: no such file`;
  if (first !== 'npm') return undefined;
  if (second === 'run' && third === 'ops') return opsProblem(words.slice(words.indexOf('--') + 1));
  if (second === 'run') return third in scripts ? null : `${code}: no such script`;
  const [, file = ''] = code.split(' -- ');
  return second === 'test' && existsSync(path.join(projectRoot, file)) ? null : `${code}: no such test`;
}

/** The third column of each table: what proves the claim. */
const proofs = readPage(CONTROLS)
  .split('\n')
  .filter(
    (line) =>
      line.startsWith('| ') && !line.startsWith('| Requirement') && !/^\| (Article|Control) /.test(line),
  )
  .map((line) => line.split(' | '));

test('every requirement names a proof that exists', (t) => {
  t.true(proofs.length > 40);
  for (const [requirement = '', , proof = ''] of proofs) {
    const named = [...proof.matchAll(/`([^`]+)`/g)].map(([, code = '']) => problemOf(code));
    t.deepEqual(
      named.filter((problem) => problem !== null),
      [],
      requirement,
    );
    t.true(named.length > 0 || proof.includes(']('), requirement);
  }
});

test('every other command and call of the page exists', (t) => {
  const codes = [...readPage(CONTROLS).matchAll(/`([^`…]+)`/g)].map(([, code = '']) => code);
  t.deepEqual(
    codes.map(problemOf).filter((problem) => typeof problem === 'string'),
    [],
  );
});

test('what does not exist is found', (t) => {
  t.is(problemOf('GET /v1/nothing'), 'GET /v1/nothing: no such call');
  t.is(problemOf('PUT /v1/admin/keys'), 'PUT /v1/admin/keys: no such call');
  t.is(problemOf('npm run ops -- audit nothing'), 'audit nothing: no such command');
  t.is(problemOf('npm run ops -- audit'), 'audit: no such command');
  t.is(problemOf('npm run ops -- audit verify --none'), 'audit verify --none: no option --none');
  t.is(problemOf('npm run ops -- audit export <tenant_id>'), 'audit export <tenant_id>: 1 arguments');
  t.is(problemOf('npm run ops -- audit verify --earlier'), 'audit verify --earlier: --earlier needs a value');
  t.is(problemOf('npm run nothing'), 'npm run nothing: no such script');
  t.is(problemOf('npm test -- tests/nothing'), 'npm test -- tests/nothing: no such test');
  t.is(problemOf('node nothing.mjs'), 'node nothing.mjs: no such file');
  t.is(problemOf('npm run ops -- audit who-accessed <tenant_id> <patient_id>'), null);
});

test('the page takes each requirement of 164.312 and each article that it promises', (t) => {
  const text = readPage(CONTROLS);
  const hipaa = [
    '(a)(1)',
    '(a)(2)(i)',
    '(a)(2)(ii)',
    '(a)(2)(iii)',
    '(a)(2)(iv)',
    '(b)',
    '(c)(1)',
    '(c)(2)',
    '(d)',
  ];
  for (const one of [...hipaa, '(e)(1)', '(e)(2)(i)', '(e)(2)(ii)']) t.true(text.includes(`| ${one} `), one);
  for (const article of ['5(2)', '15', '16', '17', '30', '32(1)(a)', '33'])
    t.true(text.includes(`| ${article} `), article);
});
