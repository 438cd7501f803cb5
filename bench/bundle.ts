import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const VIRTUAL = '\0callgate-entry';

export interface Bundle {
  readonly code: string;
  /** What the bundle still imports from elsewhere. */
  readonly imports: readonly string[];
}

/** Bundles an entry as a browser application would: everything inside but what is `external`, minified. */
export const bundleEntry = async (
  name: string,
  source: string,
  external: (id: string) => boolean = () => false,
): Promise<Bundle> => {
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
        external: (id) => external(id),
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

/** What a browser cannot load: vite replaces what it does not have by an empty module instead of leaving the import. */
export const findForeignImports = ({ code, imports }: Bundle): readonly string[] => [
  ...new Set([...imports, ...(code.match(/node:[a-z_/]+|__vite-browser-external/g) ?? [])]),
];
