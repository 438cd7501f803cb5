/**
 * Puts what commands load into few files: clients and hooks wait for them at every start, and several
 * hundred modules take longer to find and link than to run. `bin/callgate.js` uses it where it is current.
 */
import { cpSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CodeSplittingOptions, OutputChunk } from 'rolldown';
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

/** Importing a builtin as a module makes Node load much that nothing here uses, such as `WebSocket` for `node:http`. */
const BUILTIN = /^import \{ ([^}]+) \} from "(node:[\w/]+)";$/gm;

const takeBuiltins = {
  name: 'take-builtins',
  renderChunk: (code: string): string =>
    code.replaceAll(
      BUILTIN,
      (_, names: string, builtin: string) =>
        `const { ${names.replaceAll(' as ', ': ')} } = process.getBuiltinModule("${builtin}");`,
    ),
};

// before anything is read: what is built meanwhile makes it stale
const builtFrom = Object.fromEntries(PARTS.map((part) => [part, statSync(join(BUNDLE, part)).mtimeMs]));

/** Starts that people and programs wait for, and what each of them loads one after the other. */
const STARTS: readonly (readonly string[])[] = [
  ['callgate/dist/main.js'],
  [
    'callgate/dist/main.js',
    'callgate/dist/commands/run.js',
    'callgate/dist/serve/run-server.js',
    'gateway/dist/config-index.js',
    'gate/dist/host-index.js',
  ],
  ['callgate/dist/main.js', 'callgate/dist/commands/hook.js', 'gateway/dist/hooks-index.js'],
];

type BundleChunks = readonly Pick<OutputChunk, 'fileName' | 'imports' | 'moduleIds' | 'facadeModuleId'>[];

/** Which of the starts load a module, as bits. */
const findStartsOfModules = (chunks: BundleChunks): ReadonlyMap<string, number> => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const bits = new Map<string, number>();
  for (const [bit, roots] of STARTS.entries()) {
    const left = roots.map((root) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(root) === true);
      if (chunk === undefined) throw new Error(`nothing imports ${root} any more: STARTS of tools/bundle.ts`);
      return chunk.fileName;
    });
    const loaded = new Set<string>();
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      const chunk = byName.get(name);
      if (loaded.has(name) || chunk === undefined) continue;
      loaded.add(name);
      left.push(...chunk.imports);
      for (const id of chunk.moduleIds) bits.set(id, (bits.get(id) ?? 0) | (1 << bit));
    }
  }
  return bits;
};

/**
 * One file for all that the same starts load. What a module imports is loaded by the same starts at least, so no two of
 * these files import each other in a circle.
 */
const groupByStarts = (bits: ReadonlyMap<string, number>): NonNullable<CodeSplittingOptions['groups']> =>
  [...new Set(bits.values())].map((mask) => ({
    name: `start-${mask}`,
    test: (id: string) => bits.get(id) === mask,
    priority: mask.toString(2).replaceAll('0', '').length,
  }));

rmSync(BUNDLE, { recursive: true, force: true });
const build = await rolldown({
  input: {
    main: join(CALLGATE, 'dist', 'main.js'),
    // threads are started by the names of their files
    ...Object.fromEntries(WORKERS.map((name) => [basename(name), join(ROOT, 'packages', `${name}.js`)])),
  },
  platform: 'node',
  plugins: [takeBuiltins],
  // what is imported on demand by one start may be part of another
  checks: { ineffectiveDynamicImport: false },
  logLevel: 'warn',
});
const { output } = await build.generate({ format: 'esm' });
const chunks = output.filter((each) => each.type === 'chunk');
await build.write({
  dir: BUNDLE,
  format: 'esm',
  entryFileNames: '[name].js',
  comments: { legal: true },
  codeSplitting: { groups: groupByStarts(findStartsOfModules(chunks)) },
});
await build.close();
// the catalogue its packs
cpSync(join(ROOT, 'packages', 'catalogue', 'packs'), join(CALLGATE, 'dist', 'packs'), { recursive: true });
// and the console its page
const WEB = join(CALLGATE, 'dist', 'web');
rmSync(WEB, { recursive: true, force: true });
cpSync(join(ROOT, 'packages', 'console', 'dist', 'web'), WEB, { recursive: true });
writeFileSync(join(BUNDLE, 'built-from.json'), `${JSON.stringify(builtFrom, null, 2)}\n`);
