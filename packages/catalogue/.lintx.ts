import { readFileSync, readdirSync } from 'node:fs';
import { lintServer } from './src/lint/lint-server.ts';
import { RULES } from './src/lint/rules.ts';
const dir='/work/shared/catalogue/';
const only = process.argv[2]; const n = Number(process.argv[3] ?? 30);
const t0=performance.now(); const all=[] as any[]; let tools=0;
for (const f of readdirSync(dir)) { const j=JSON.parse(readFileSync(dir+f,'utf8')); tools+=j.tools.length; all.push(...lintServer({server: j.serverInfo?.name ?? f, trust:'untrusted', from:f, tools:j.tools}).map(x=>({...x, d: j.tools.find((t:any)=>t.name===x.tool)}))); }
if (!only) { console.log(tools,'tools', all.length, 'findings', Math.round(performance.now()-t0),'ms'); for (const r of RULES) { const m=all.filter(x=>x.rule===r.id); console.log(r.id.padEnd(42), r.severity.padEnd(8), m.length, new Set(m.map(x=>x.server)).size, m.filter(x=>x.fix).length); } }
else { const m=all.filter(x=>x.rule===only); const step=Math.max(1,m.length/n); for (let i=0;i<m.length;i+=step) { const x=m[Math.floor(i)]; console.log(x.server,'/',x.tool,'|',x.path.join('.'),'|',x.message,'|',x.help.slice(0,80),'||',(x.d?.description??'').slice(0,110).replaceAll('\n',' ')); } }
