import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Bundle } from '../bundle.ts';
import { bundleEntry } from '../bundle.ts';
import { count, printLine, table } from '../report.ts';
import { FRAMEWORKS } from './frameworks.ts';

const SRC = fileURLToPath(new URL('../../packages/adapters/src/', import.meta.url));

const isPackage = (id: string): boolean => id.startsWith('@callgate/');
const isHost = (id: string): boolean => /(?:^|\/)host\/[a-z-]+\.ts$/.test(id);

interface BundleSize {
  readonly bytes: number;
  readonly gzip: number;
}

/** Minified, without the vendor, of which there is nothing to leave out. */
export interface AdapterSize {
  readonly subpath: string;
  /** The files of the adapter alone. */
  readonly own: BundleSize;
  /** With what all adapters share. */
  readonly withHost: BundleSize;
  /** With what they use of the other packages of Callgate. */
  readonly all: BundleSize;
}

const sizeOf = ({ code }: Bundle): BundleSize => ({
  bytes: Buffer.byteLength(code),
  gzip: gzipSync(code, { level: 9 }).length,
});

const measureAdapter = async (subpath: string): Promise<AdapterSize> => {
  const source = `export * from ${JSON.stringify(`${SRC}${subpath}/index.ts`)};`;
  const all = await bundleEntry(subpath, source, (id) => id.startsWith('node:'));
  const foreign = all.imports.filter((id) => !id.startsWith('node:'));
  if (foreign.length > 0) throw new Error(`${subpath} imports ${foreign.join(', ')}`);
  return {
    subpath,
    own: sizeOf(await bundleEntry(subpath, source, (id) => isPackage(id) || isHost(id))),
    withHost: sizeOf(await bundleEntry(subpath, source, isPackage)),
    all: sizeOf(all),
  };
};

const sizeCells = ({ bytes, gzip }: BundleSize): readonly string[] => [count(bytes), count(gzip)];

/** Says how large each adapter is, and what of it an application has once however many it uses. */
export const measureSizes = async (): Promise<readonly AdapterSize[]> => {
  const sizes: AdapterSize[] = [];
  for (const subpath of new Set(FRAMEWORKS.map((framework) => framework.subpath)))
    sizes.push(await measureAdapter(subpath));
  const columns = ['own files', 'with src/host', 'with core, gate, routing'];
  printLine(
    table(
      ['adapter, minified', ...columns.flatMap((column) => [column, 'gzip']), 'shared'],
      sizes.map(({ subpath, own, withHost, all }) => [
        subpath,
        ...sizeCells(own),
        ...sizeCells(withHost),
        ...sizeCells(all),
        `${((1 - own.bytes / all.bytes) * 100).toFixed(0)} %`,
      ]),
    ),
  );
  return sizes;
};
