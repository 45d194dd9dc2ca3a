import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { loadKnowledge } from '../../../shared/clinical/load-knowledge.ts';

const SHIPPED = path.resolve(import.meta.dirname, '../../../domain/clinical');

test('another folder needs both wings, and a file that is not YAML is named', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'knowledge-'));
  t.teardown(() => rm(folder, { recursive: true }));
  await cp(path.join(SHIPPED, 'knowledge'), path.join(folder, 'knowledge'), { recursive: true });
  await t.throwsAsync(loadKnowledge(folder), { message: /lexicon\/en/ });

  await cp(path.join(SHIPPED, 'lexicon'), path.join(folder, 'lexicon'), { recursive: true });
  t.is((await loadKnowledge(folder)).hash, (await loadKnowledge()).hash);

  await writeFile(path.join(folder, 'lexicon/cs/eye.yaml'), 'findings: [');
  await t.throwsAsync(loadKnowledge(folder), { message: 'lexicon/cs/eye.yaml is not valid YAML' });
});
