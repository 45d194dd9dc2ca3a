import { startDatabase } from '../../tests/support/database.ts';
import { chainRow, CHAIN_START, writeAuditRows } from '../../shared/read-models/audit-rows.ts';
import { verifyAuditTrail } from '../../shared/audit/verify-rows.ts';
import { AUDIT_COLUMNS, presentRow } from '../../query-api/audit/rows.ts';
import { randomUUID } from 'node:crypto';
const db = await startDatabase();
const tenantId = randomUUID();
let head = CHAIN_START; const N=60000;
for (let f=0; f<N; f+=5000){ const b=[]; for(let i=f;i<f+5000;i++){ const s=randomUUID(); const row=chainRow({v:1,tenant_id:tenantId,event_id:randomUUID(),stream:`session-${s}`,revision:3,type:'session-answered',at:new Date(1.7e12+i*1000).toISOString(),actor:{type:'api_key',id:randomUUID()},action:'session.answered',subject:{type:'session',id:s},changed_fields:i%10?[]:['age'],request_id:randomUUID(),ip:'203.0.113.7',tokens_charged:8,data_digest:'ab'.repeat(32)},head); head={seq:row.seq,hash:row.hash}; b.push(row);} await writeAuditRows(db.pool,b,new Map([[tenantId,head]])); }
await db.pool.query('VACUUM ANALYZE read.audit_rows');
async function time(name:string, work:()=>Promise<unknown>){ for(let r=0;r<2;r++){ const c=process.cpuUsage(), t=performance.now(); await work(); const d=process.cpuUsage(c); console.log(name, 'node cpu', ((d.user+d.system)/N).toFixed(1),'us/row; wall', ((performance.now()-t)*1000/N).toFixed(1)); } }
const page = (cols:string, P:number, mode?:string, each?:(r:any)=>void) => async () => { for (let a=0;a<N;a+=P){ const {rows}=await db.pool.query({name:cols.slice(0,20)+P+mode, text:`SELECT ${cols} FROM audit_rows WHERE tenant_id=$1 AND seq>$2 AND seq<=$3 ORDER BY seq`, values:[tenantId,a,a+P], rowMode:mode as any}); if(each) rows.forEach(each);} };
await time('verify', ()=>verifyAuditTrail(db.pool, tenantId));
await time('export objects', page(AUDIT_COLUMNS.join(','),1000,undefined,presentRow));
const T=`event_id::text, to_char(at AT TIME ZONE 'UTC','YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, action, actor_type, actor_id, subject_type, subject_id, array_to_json(changed_fields)::text AS cf, count, request_id, ip, encode(hash,'hex') AS hash, encode(previous_hash,'hex') AS ph`;
await time('export text objects', page(T,1000));
await time('export text arrays', page(T,1000,'array'));
await time('one json column', page(`json_build_object('event_id',event_id,'at',to_char(at AT TIME ZONE 'UTC','YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),'action',action,'actor',json_build_object('type',actor_type,'id',actor_id),'subject',json_build_object('type',subject_type,'id',subject_id),'changed_fields',changed_fields,'count',count,'request_id',request_id,'ip',ip,'hash',encode(hash,'hex'),'previous_hash',encode(previous_hash,'hex'))::text AS t`,1000,'array'));
await time('one canonical column', page(`canonical || E'\\t' || encode(hash,'hex') AS t`,5000,'array'));
await time('string_agg', async()=>{ for (let a=0;a<N;a+=5000){ await db.pool.query({text:`SELECT string_agg(canonical || E'\\t' || encode(hash,'hex'), E'\\n' ORDER BY seq) AS t FROM audit_rows WHERE tenant_id=$1 AND seq>$2 AND seq<=$3`, values:[tenantId,a,a+5000]}); } });
await db.stop(); process.exit(0);
