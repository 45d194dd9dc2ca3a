import { loadEngine } from '../shared/clinical/load-knowledge.ts';
const e = await loadEngine();
const text = 'I have had a runny nose and a cough for two days, I keep sneezing and my throat is a bit scratchy. I drink a lot of tea and go on with my work, and my colleague at the next desk has the same.';
const r = e.extract(text, null);
for (const x of r.evidence) console.log(x.status, x.finding, x.value ?? '', JSON.stringify(x.span));
const c: any = { complaints: r.complaints.slice(0,1).map(c=>c.code), age_months: 360, sex: null, evidence: r.evidence, asked: [] };
const o = e.assess(c); console.log(c.complaints, o.triage_level, o.triage_reason, o.differentials.slice(0,4), e.explain(c,o).other_probability);
