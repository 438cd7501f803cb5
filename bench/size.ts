import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bundleEntry, findForeignImports } from './bundle.ts';
import { count, provenance, printLine, table, writeResult } from './report.ts';

const coreEntry = (path: string): string =>
  JSON.stringify(fileURLToPath(new URL(`../packages/core/src/${path}index.ts`, import.meta.url)));

const SUBJECTS = ['', 'receive/', 'vocabulary/', 'disclose/', 'label/', 'decide/'];

const ENTRIES: Readonly<Record<string, string>> = {
  'all of @callgate/core': SUBJECTS.map((path) => `export * from ${coreEntry(path)};`).join('\n'),
  'decide and describeTool': `export { decide, describeTool } from ${coreEntry('')};`,
};

/** `npm run bench -- size` */
export const benchSize = async (): Promise<void> => {
  const sizes: Record<string, { bytes: number; gzip: number; brotli: number }> = {};
  for (const [name, source] of Object.entries(ENTRIES)) {
    const made = await bundleEntry(name, source);
    const { code } = made;
    const foreign = findForeignImports(made);
    if (foreign.length > 0) {
      process.stderr.write(`${name}: a browser cannot load ${foreign.join(', ')}\n`);
      process.exitCode = 1;
    }
    sizes[name] = {
      bytes: Buffer.byteLength(code),
      gzip: gzipSync(code, { level: 9 }).length,
      brotli: brotliCompressSync(code).length,
    };
  }
  printLine(
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
