/**
 * Puts what commands load into few files: clients and hooks wait for them at every start, and several
 * hundred modules take longer to find and link than to run. `bin/callgate.js` uses it where it is current.
 */
import { cpSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from './list-pages.ts';

const CALLGATE = join(ROOT, 'packages', 'callgate');
const BUNDLE = join(CALLGATE, 'dist', 'bundle');
/** What it is made from, as seen from the bundle. */
const PARTS = [
  'messages',
  'core',
  'http',
  'policy',
  'manifest',
  'gate',
  'cluster',
  'routing',
  'gateway',
  'catalogue',
  'operations',
  'console',
  'callgate',
].map((name) => `../../../${name}/dist/.tsbuildinfo`);

const WORKERS = ['gate/dist/audit/read-ahead-worker', 'gateway/dist/store/verify-worker'];

/** Importing one of these as a module makes Node load much that nothing here uses, such as `WebSocket` for `node:http`. */
const HEAVY = /^import \{ ([^}]+) \} from "(node:(?:http|events|dns|fs))";$/gm;

const takeBuiltins = {
  name: 'take-builtins',
  renderChunk: (code: string): string =>
    code.replaceAll(
      HEAVY,
      (_, names: string, builtin: string) =>
        `const { ${names.replaceAll(' as ', ': ')} } = process.getBuiltinModule("${builtin}");`,
    ),
};

// before anything is read: what is built meanwhile makes it stale
const builtFrom = Object.fromEntries(PARTS.map((part) => [part, statSync(join(BUNDLE, part)).mtimeMs]));

rmSync(BUNDLE, { recursive: true, force: true });
const build = await rolldown({
  input: {
    main: join(CALLGATE, 'dist', 'main.js'),
    // threads are started by the names of their files
    ...Object.fromEntries(WORKERS.map((name) => [basename(name), join(ROOT, 'packages', `${name}.js`)])),
  },
  platform: 'node',
  plugins: [takeBuiltins],
  logLevel: 'warn',
});
await build.write({ dir: BUNDLE, format: 'esm', entryFileNames: '[name].js', comments: { legal: true } });
await build.close();
// the catalogue its packs
cpSync(join(ROOT, 'packages', 'catalogue', 'packs'), join(CALLGATE, 'dist', 'packs'), { recursive: true });
// and the console its page
const WEB = join(CALLGATE, 'dist', 'web');
rmSync(WEB, { recursive: true, force: true });
cpSync(join(ROOT, 'packages', 'console', 'dist', 'web'), WEB, { recursive: true });
writeFileSync(join(BUNDLE, 'built-from.json'), `${JSON.stringify(builtFrom, null, 2)}\n`);
