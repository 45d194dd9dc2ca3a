import { loadEngine } from '../shared/clinical/load-knowledge.ts';
import { loadVignettes, partOf } from './eval/vignettes.ts';
const e = await loadEngine();
const ids = process.argv.slice(2);
for (const v of await loadVignettes()) { if (!ids.includes(v.id) || partOf(v)!=='work') continue;
 const r = e.extract(v.complaint + '. ' + v.text, null);
 console.log('\n##', v.id, v.level, v.diagnosis.name, '\n', v.complaint, '|', v.text);
 console.log(JSON.stringify(e.route(v.complaint)), JSON.stringify(e.route(v.text)));
 for (const x of r.evidence) console.log('  ', x.status, x.finding, x.value ?? '', x.confidence, JSON.stringify(x.span?.text));
}
