/**
 * Puts what commands load into few files: clients and hooks wait for them at every start, and several
 * hundred modules take longer to find and link than to run. `bin/callgate.js` uses it where it is current.
 */
import { createHash } from 'node:crypto';
import { cpSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CodeSplittingOptions, InputOptions, OutputChunk, Plugin } from 'rolldown';
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
  'contract',
  'gateway',
  'catalogue',
  'operations',
  'console',
  'callgate',
].map((name) => `../../../${name}/dist/.tsbuildinfo`);

const WORKERS = [
  'gate/dist/audit/read-ahead-worker',
  'gate/dist/store/sqlite/wal-checkpoint-worker',
  'gateway/dist/store/verify-worker',
];

const finishChunks = (name: string, finish: (code: string) => string): Plugin => ({
  name,
  generateBundle: (_, files) => {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = finish(file.code);
  },
});

/** One character beyond Latin-1 makes the engine keep a whole file with two bytes a character. */
const escapeNonAscii = finishChunks('escape-non-ascii', (code) =>
  code.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
);

/** `bin/load-bundle.js` runs it: only scripts can be given what was compiled while they ran. */
const wrapInFunction = finishChunks(
  'wrap-in-function',
  (code) => `(function(exports,require,module,__filename,__dirname){${code}\n})`,
);

// before anything is read: what is built meanwhile makes it stale
const builtFrom = Object.fromEntries(PARTS.map((part) => [part, statSync(join(BUNDLE, part)).mtimeMs]));

/** Starts that people and programs wait for, and what each of them loads one after the other. */
const STARTS: readonly (readonly string[])[] = [
  ['callgate/dist/main.js'],
  // before it starts the server
  ['callgate/dist/main.js', 'callgate/dist/commands/run.js'],
  [
    'callgate/dist/main.js',
    'callgate/dist/commands/run.js',
    'callgate/dist/serve/run-server.js',
    'gateway/dist/config-index.js',
    'gate/dist/host-index.js',
  ],
  // a client of the background gateway
  ['callgate/dist/main.js', 'callgate/dist/commands/run.js', 'callgate/dist/background/run-in-background.js'],
  ['callgate/dist/main.js', 'callgate/dist/commands/hook.js', 'gateway/dist/hooks-index.js'],
];

type BundleChunks = readonly Pick<OutputChunk, 'fileName' | 'imports' | 'moduleIds' | 'facadeModuleId'>[];

/** Which of the starts load a module, as bits. `chunks` have one module each: what shares a file would be loaded, too. */
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
const bundled = {
  platform: 'node',
  // what is imported on demand by one start may be part of another
  checks: { ineffectiveDynamicImport: false },
  logLevel: 'warn',
} as const satisfies InputOptions;
const build = await rolldown({
  ...bundled,
  input: { main: join(CALLGATE, 'dist', 'main.js') },
  preserveEntrySignatures: 'allow-extension',
  // it loads what a start does not need to have fewer files
  experimental: { chunkOptimization: false },
});
const apart = await build.generate({
  format: 'esm',
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [{ name: (id) => id.replaceAll(/\W+/g, '-'), debugName: 'one file for each module' }],
  },
});
const written = await build.write({
  dir: BUNDLE,
  format: 'cjs',
  plugins: [escapeNonAscii, wrapInFunction],
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  comments: { legal: true },
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: groupByStarts(findStartsOfModules(apart.output.filter((each) => each.type === 'chunk'))),
  },
});
await build.close();
const digest = createHash('sha256');
for (const file of written.output) digest.update(file.type === 'chunk' ? file.code : file.source);
writeFileSync(join(BUNDLE, 'digest.txt'), digest.digest('hex').slice(0, 16));
// threads are started by the names of their files
const workers = await rolldown({
  ...bundled,
  input: Object.fromEntries(WORKERS.map((name) => [basename(name), join(ROOT, 'packages', `${name}.js`)])),
});
await workers.write({ dir: BUNDLE, format: 'esm', entryFileNames: '[name].js', comments: { legal: true } });
await workers.close();
// the catalogue its packs
cpSync(join(ROOT, 'packages', 'catalogue', 'packs'), join(CALLGATE, 'dist', 'packs'), { recursive: true });
// and the console its page
const WEB = join(CALLGATE, 'dist', 'web');
rmSync(WEB, { recursive: true, force: true });
cpSync(join(ROOT, 'packages', 'console', 'dist', 'web'), WEB, { recursive: true });
writeFileSync(join(BUNDLE, 'built-from.json'), `${JSON.stringify(builtFrom, null, 2)}\n`);
