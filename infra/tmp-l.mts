import { readKnowledge } from '../shared/clinical/load-knowledge.ts';
import { compileKnowledge, lintKnowledge } from '../domain/clinical/index.ts';
const { documents } = await readKnowledge();
try { console.log(lintKnowledge(compileKnowledge(documents))); } catch (e) { console.log((e as Error).message); }
