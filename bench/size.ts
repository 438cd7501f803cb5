import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { count, provenance, say, table, writeResult } from './report.ts';

const CORE = fileURLToPath(new URL('../packages/core/src/index.ts', import.meta.url));
const VIRTUAL = '\0callgate-entry';

const ENTRIES: Readonly<Record<string, string>> = {
  'all of @callgate/core': `export * from ${JSON.stringify(CORE)};`,
  'decide and describeTool': `export { decide, describeTool } from ${JSON.stringify(CORE)};`,
};

interface Bundle {
  readonly code: string;
  /** What the bundle still imports from elsewhere. */
  readonly imports: readonly string[];
}

/** Bundles an entry as a browser application would: everything inside, minified. */
const bundle = async (name: string, source: string): Promise<Bundle> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('..', import.meta.url)),
    resolve: { conditions: ['@callgate/source', 'module', 'browser', 'import', 'default'] },
    build: {
      write: false,
      minify: true,
      target: 'es2024',
      modulePreload: false,
      rolldownOptions: {
        input: { [name.replaceAll(/[^a-zA-Z]+/g, '-')]: VIRTUAL },
        platform: 'browser',
        preserveEntrySignatures: 'strict',
        output: { format: 'es', minify: true },
      },
    },
    plugins: [
      {
        name: 'callgate-entry',
        resolveId: (id) => (id === VIRTUAL ? id : null),
        load: (id) => (id === VIRTUAL ? source : null),
      },
    ],
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const chunks = outputs.filter((output) => output.type === 'chunk');
  const own = new Set(chunks.map((chunk) => chunk.fileName));
  return {
    code: chunks.map((chunk) => chunk.code).join('\n'),
    imports: chunks
      .flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])
      .filter((imported) => !own.has(imported)),
  };
};

/** `npm run bench -- size` */
export const benchSize = async (): Promise<void> => {
  const sizes: Record<string, { bytes: number; gzip: number; brotli: number }> = {};
  for (const [name, source] of Object.entries(ENTRIES)) {
    const { code, imports } = await bundle(name, source);
    // vite replaces what a browser does not have by an empty module instead of leaving the import
    const foreign = [...imports, ...(code.match(/node:[a-z_/]+|__vite-browser-external/g) ?? [])];
    if (foreign.length > 0) {
      process.stderr.write(`${name}: a browser cannot load ${[...new Set(foreign)].join(', ')}\n`);
      process.exitCode = 1;
    }
    sizes[name] = {
      bytes: Buffer.byteLength(code),
      gzip: gzipSync(code, { level: 9 }).length,
      brotli: brotliCompressSync(code).length,
    };
  }
  say(
    table(
      ['bundle for a browser, minified', 'bytes', 'gzip', 'brotli'],
      Object.entries(sizes).map(([name, { bytes, gzip, brotli }]) => [
        name,
        count(bytes),
        count(gzip),
        count(brotli),
      ]),
    ),
  );
  writeResult('size', { ...provenance('npm run bench -- size'), sizes });
};
