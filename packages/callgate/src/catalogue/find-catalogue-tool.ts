import type { TracedTool, TrustLevel } from '@callgate/core';
import { CallgateError, display, traceTool } from '@callgate/core';
import { catalogueFileErrors } from '@callgate/messages/errors/catalogue-file';
import { optionErrors } from '@callgate/messages/errors/option';
import { shownNear } from '../show/shown-near.ts';
import type { CatalogueFile, CatalogueServer } from './read-catalogue.ts';
import { readCatalogue } from './read-catalogue.ts';

/** The named server. A single server needs no name. */
const findServer = ({ servers }: CatalogueFile, name: string | undefined): CatalogueServer => {
  const [only] = servers;
  if (name === undefined && servers.length === 1 && only !== undefined) return only;
  if (name === undefined)
    throw new CallgateError(
      optionErrors.serverNeeded({ names: servers.map((server) => display(server.name)).join(', ') }),
    );
  const found = servers.find((server) => server.name === name);
  if (found !== undefined) return found;
  const names = servers.map((server) => server.name);
  throw new CallgateError(
    catalogueFileErrors.serverUnknown({
      server: display(name),
      near: shownNear(name, names),
      count: names.length,
    }),
  );
};

/** Reads a catalogue file, and tells on standard error what is doubtful in it. */
export const openCatalogue = (
  path: string,
  server: string | undefined,
  trust: TrustLevel | undefined,
): CatalogueFile => {
  const catalogue = readCatalogue(path, server === undefined ? { trust } : { trust, server });
  for (const diagnosis of catalogue.diagnoses) process.stderr.write(`note: ${diagnosis}\n`);
  return catalogue;
};

/** The named tool of a catalogue. */
export const findCatalogueTool = (
  catalogue: CatalogueFile,
  server: string | undefined,
  name: string,
): TracedTool => {
  const found = findServer(catalogue, server);
  const at = found.tools.findIndex((entry) => entry.name === name);
  const [tool, definition] = [found.tools[at], found.definitions[at]];
  if (tool !== undefined) return traceTool(tool, definition ?? {}, found.settings);
  const names = found.tools.map((entry) => entry.name);
  throw new CallgateError(
    catalogueFileErrors.toolUnknown({
      server: display(found.name),
      tool: display(name),
      near: shownNear(name, names),
      count: names.length,
    }),
  );
};
