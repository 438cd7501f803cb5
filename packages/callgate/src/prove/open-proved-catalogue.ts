import type { TrustLevel } from '@callgate/core';
import { traceTool } from '@callgate/core';
import type { ChainTool } from '@callgate/policy/prove';
import { openAnyCatalogue } from '../catalogue/open-any-catalogue.ts';

export interface CatalogueOptions {
  readonly server: string | undefined;
  readonly trust: TrustLevel | undefined;
}

/** The tools of a lock, manifest, catalogue or saved tools/list answer. */
export const openProvedCatalogue = async (
  path: string,
  { server, trust }: CatalogueOptions,
): Promise<readonly ChainTool[]> => {
  const catalogue = await openAnyCatalogue(path, server, trust);
  for (const diagnosis of catalogue.diagnoses) process.stderr.write(`note: ${diagnosis}\n`);
  return catalogue.servers.flatMap(({ tools, definitions, settings }) =>
    tools.map((tool, at): ChainTool => {
      const { raises, agentic } = traceTool(tool, definitions[at] ?? {}, settings);
      return { tool, raises, agentic };
    }),
  );
};
