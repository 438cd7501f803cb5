import { basename, extname } from 'node:path';
import type { TrustLevel } from '@callgate/core';
import { CallgateError, HINTS, HINT_NAMES, describeTool, isJsonObject, traceTool } from '@callgate/core';
import type { ServerSettings } from '@callgate/core/label';
import type { ToolDescription } from '@callgate/core';
import { loadLockModule } from '@callgate/gateway/config';
import { catalogueParts, loadManifest } from '@callgate/manifest';
import { formatProblem } from '@callgate/policy';
import type { ChainTool } from '@callgate/policy/prove';
import { readCatalogue, readDataFile } from '../catalogue/read-catalogue.ts';
import { readTextFile } from '../manifest/read-tools.ts';

export interface CatalogueOptions {
  readonly server: string | undefined;
  readonly trust: TrustLevel | undefined;
}

const traced = (description: ToolDescription, settings: ServerSettings = {}): ChainTool => {
  const tool = describeTool(description);
  const { raises, agentic } = traceTool(tool, description.definition, settings);
  return { tool, raises, agentic };
};

/** What a lock keeps of tools: what they claim and what reviewers said of them. Trust stands elsewhere. */
const fromLock = async (path: string, trust: TrustLevel): Promise<readonly ChainTool[]> => {
  const { readLock } = await loadLockModule();
  const read = readLock(path, readTextFile(path));
  if (!read.ok) throw new CallgateError('LOCK_INVALID', read.problems.map(formatProblem).join('\n'));
  return Object.entries(read.lock.servers).flatMap(([server, { tools }]) =>
    Object.entries(tools).map(([name, { claims = {}, classification }]) => {
      const annotations = Object.fromEntries(
        HINT_NAMES.flatMap((hint) => {
          const claim = claims[hint];
          return claim === undefined ? [] : [[HINTS[hint].key, claim === 'yes']];
        }),
      );
      const overrides = classification === undefined ? [] : [{ set: classification.set }];
      return traced({ server, trust, definition: { name, annotations }, overrides });
    }),
  );
};

const fromManifest = (path: string, server: string, trust: TrustLevel): readonly ChainTool[] => {
  const { definitions, operator } = catalogueParts(loadManifest(readTextFile(path), path));
  return definitions.map((definition) => {
    // what depends on arguments counts only where the manifest is one's own
    const overrides = trust === 'owned' ? (operator[definition.name]?.overrides ?? []) : [];
    return traced({ server, trust, definition, overrides });
  });
};

/** The tools of a lock, manifest, catalogue or saved tools/list answer. */
export const openProvedCatalogue = async (
  path: string,
  { server, trust }: CatalogueOptions,
): Promise<readonly ChainTool[]> => {
  const content = readDataFile(path);
  if (isJsonObject(content)) {
    if (Object.hasOwn(content, 'manifest'))
      return fromManifest(path, server ?? basename(path, extname(path)), trust ?? 'untrusted');
    const { servers } = content;
    if (Object.hasOwn(content, 'version') && servers !== undefined && isJsonObject(servers))
      return fromLock(path, trust ?? 'untrusted');
  }
  const catalogue = readCatalogue(path, { trust, ...(server === undefined ? {} : { server }) });
  for (const diagnosis of catalogue.diagnoses) process.stderr.write(`note: ${diagnosis}\n`);
  return catalogue.servers.flatMap(({ tools, definitions, settings }) =>
    tools.map((tool, at): ChainTool => {
      const { raises, agentic } = traceTool(tool, definitions[at] ?? {}, settings);
      return { tool, raises, agentic };
    }),
  );
};
