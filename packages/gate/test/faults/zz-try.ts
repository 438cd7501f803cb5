import { makePrograms, Place } from './place.ts';
import { judge } from './judge.ts';
const programs = await makePrograms();
for (const broken of ['', 'acknowledges-early','sends-first','sends-twice','sends-again','forgets-intents','forgets-outcomes','forgets-refusals','sees-to-nobody']) {
const place = await Place.make(programs);
const t = setTimeout(()=>{ console.log('HANG', broken, place.folder); process.exit(1)}, 15000);
const r = await place.live({fresh:true, broken});
console.log(broken, r, (await judge(place,{ended:true})).slice(0,4));
clearTimeout(t);
await place.remove(); }
programs.remove();
