import { loadEngine } from '../shared/clinical/load-knowledge.ts';
import { loadVignettes, partOf } from './eval/vignettes.ts';
const e = await loadEngine();
const pre = process.argv[2] ?? '';
let all=0, read=0; const un: string[] = [];
for (const v of await loadVignettes()) { if (partOf(v)!=='work' || !v.id.startsWith(pre)) continue;
 for (const f of v.facts) { all++; const x = e.extract(f, null).evidence; if (x.length) read++; else un.push(`${v.id} ${f}`); } 
 if (e.route(v.complaint).chief_complaint===null) un.push(`${v.id} COMPLAINT ${v.complaint}`);}
console.log(pre, read, all); console.log(un.join('\n'));
