import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  adapters: async () => (await import('./adapters.ts')).benchAdapters(),
  console: async () => (await import('./console.ts')).benchConsole(),
  contracts: async () => (await import('./contracts/contracts.ts')).benchContracts(),
  decide: async () => (await import('./decide.ts')).benchDecide(),
  gate: async () => (await import('./gate.ts')).benchGate(),
  gateway: async () => (await import('./gateway.ts')).benchGateway(),
  poison: async () => (await import('./poison.ts')).benchPoison(),
  prove: async () => (await import('./prove.ts')).benchProve(),
  replay: async () => (await import('./replay.ts')).benchReplay(),
  routing: async () => (await import('./routing.ts')).benchRouting(),
  scale: async () => (await import('./scale.ts')).benchScale(),
  'scale-model': async () => (await import('./scale-model.ts')).benchScaleModel(),
  session: async () => (await import('./session.ts')).benchSession(),
  shadow: async () => (await import('./shadow.ts')).benchShadow(),
  size: async () => (await import('./size.ts')).benchSize(),
  startup: async () => (await import('./startup.ts')).benchStartup(),
  suggest: async () => (await import('./suggest.ts')).benchSuggest(),
  where: async () => (await import('./where.ts')).benchWhere(),
};

const FLAGS = ['--expose-gc', '--max-old-space-size=8192'];

const [name] = process.argv.slice(2);
const bench = name === undefined ? undefined : BENCHES[name];
if (bench === undefined) {
  process.stdout.write(`npm run bench -- ${Object.keys(BENCHES).join(' | ')}\n`);
  process.exitCode = name === undefined ? 0 : 2;
} else if ((name === 'decide' || name === 'gate') && globalThis.gc === undefined) {
  // heap figures need a collection on demand, and the largest catalogue needs room
  const again = [...process.execArgv, ...FLAGS, fileURLToPath(import.meta.url), name];
  process.exitCode = spawnSync(process.execPath, again, { stdio: 'inherit' }).status ?? 1;
} else await bench();
