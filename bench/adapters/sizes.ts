import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Bundle } from '../bundle.ts';
import { bundle } from '../bundle.ts';
import { count, say, table } from '../report.ts';
import { FRAMEWORKS } from './frameworks.ts';

const SRC = fileURLToPath(new URL('../../packages/adapters/src/', import.meta.url));

const isPackage = (id: string): boolean => id.startsWith('@callgate/');
const isHost = (id: string): boolean => /(?:^|\/)host\/[a-z-]+\.ts$/.test(id);

interface Size {
  readonly bytes: number;
  readonly gzip: number;
}

/** Minified, without the vendor, of which there is nothing to leave out. */
export interface AdapterSize {
  readonly subpath: string;
  /** The files of the adapter alone. */
  readonly own: Size;
  /** With what all adapters share. */
  readonly withHost: Size;
  /** With what they use of the other packages of Callgate. */
  readonly all: Size;
}

const sizeOf = ({ code }: Bundle): Size => ({
  bytes: Buffer.byteLength(code),
  gzip: gzipSync(code, { level: 9 }).length,
});

const measured = async (subpath: string): Promise<AdapterSize> => {
  const source = `export * from ${JSON.stringify(`${SRC}${subpath}/index.ts`)};`;
  const all = await bundle(subpath, source, (id) => id.startsWith('node:'));
  const foreign = all.imports.filter((id) => !id.startsWith('node:'));
  if (foreign.length > 0) throw new Error(`${subpath} imports ${foreign.join(', ')}`);
  return {
    subpath,
    own: sizeOf(await bundle(subpath, source, (id) => isPackage(id) || isHost(id))),
    withHost: sizeOf(await bundle(subpath, source, isPackage)),
    all: sizeOf(all),
  };
};

const shown = ({ bytes, gzip }: Size): readonly string[] => [count(bytes), count(gzip)];

/** Says how large each adapter is, and what of it an application has once however many it uses. */
export const measureSizes = async (): Promise<readonly AdapterSize[]> => {
  const sizes: AdapterSize[] = [];
  for (const subpath of new Set(FRAMEWORKS.map((framework) => framework.subpath)))
    sizes.push(await measured(subpath));
  const columns = ['own files', 'with src/host', 'with core, gate, routing'];
  say(
    table(
      ['adapter, minified', ...columns.flatMap((column) => [column, 'gzip']), 'shared'],
      sizes.map(({ subpath, own, withHost, all }) => [
        subpath,
        ...shown(own),
        ...shown(withHost),
        ...shown(all),
        `${((1 - own.bytes / all.bytes) * 100).toFixed(0)} %`,
      ]),
    ),
  );
  return sizes;
};
