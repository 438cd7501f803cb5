import { basename, join } from 'node:path';
import { build } from 'vite';

/** What the file of a bundled program is called. */
export const bundleName = (entry: string): string => `${basename(entry, '.ts')}.mjs`;

/** Puts a program and all it imports into one file, from source: a process that starts thousands of times starts quickly. */
export const bundle = async (entry: string, folder: string): Promise<string> => {
  const resolve = { conditions: ['@callgate/source'] };
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    resolve,
    ssr: { noExternal: true, resolve },
    build: {
      ssr: join(import.meta.dirname, entry),
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node22',
      rolldownOptions: { output: { entryFileNames: '[name].mjs', codeSplitting: false } },
    },
  });
  return join(folder, bundleName(entry));
};
