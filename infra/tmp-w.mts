import { loadEngine } from '../shared/clinical/load-knowledge.ts';
import { loadVignettes, partOf } from './eval/vignettes.ts';
import { decide, evolve, noSession } from '../domain/session/index.ts';
import { simulatePatient } from './eval/simulated-patient.ts';
const e = await loadEngine();
const ids = process.argv.slice(2);
for (const v of await loadVignettes()) { if (!ids.includes(v.id) || partOf(v)!=='work') continue;
 console.log('\n##', v.id, v.level, v.diagnosis.name, '|', v.complaint, JSON.stringify(e.route(v.complaint)));
 let state: any = noSession; let rev=0; const ex=(c:any)=>{ for (const event of decide(state,c,e)) { state=evolve(state,{event,eventId:'',revision:rev++,at:'2026-01-01T00:00:00.000Z',keys:{}} as any);} };
 ex({kind:'open',session_id:'019e0000-0000-7000-8000-000000000001',test:true,chief_complaint:v.complaint,age:Math.floor(v.age_months/12),sex:v.sex,free_text:null,initial_fields:v.age_months<60?{age_months:v.age_months}:{},patient_id:null,background:v.profile});
 const a = simulatePatient(e,v);
 for (let i=0;i<30&&state.outcome.current_question;i++){ const q=state.outcome.current_question; const ans=a(q); console.log('  ',q.question_id,'=>',ans.raw_text??JSON.stringify(ans.extracted_fields),'|',state.outcome.triage_level,state.outcome.active_branches.join('+'), state.outcome.differentials[0]?.icd); ex({kind:'answer',question_id:q.question_id,extracted_flags:[],field_confidences:null,skip:false,...ans}); }
 console.log('  END', state.outcome.triage_level, JSON.stringify(state.outcome.triage_reason), state.outcome.stop_reason, state.outcome.differentials.slice(0,4).map((d:any)=>d.icd+' '+d.probability).join(', '));
}
