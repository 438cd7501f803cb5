/**
 * What is known of the tools that agent programs run by themselves: their shells, editors and web clients.
 *
 * @module
 */
import { describeTool } from '../disclose/describe-tool.ts';
import type { Override } from '../disclose/tool-input.ts';
import type { TracedTool } from '../label/traced-tool.ts';
import { traceTool } from '../label/traced-tool.ts';
import type { JsonObject } from '../receive/json.ts';
import { autorunPatterns } from './autorun-files.ts';
import { CLAUDE_CODE } from './tools-of-hosts.ts';
import { CODEX } from './tools-of-hosts.ts';
import { COPILOT } from './tools-of-hosts.ts';
import type { HostTool } from './host-tool.ts';
import { reachesMachine, writesAutorun } from './host-tool.ts';

export type { AutorunKind } from './autorun-files.ts';
export { AUTORUN_FILES } from './autorun-files.ts';
export { isAutorunOverride, withAutorunFiles } from './file-writes.ts';
export { pathFolders } from './autorun-files.ts';
export { isPersonsPrompt } from './persons-prompt.ts';

export type KnownHost = 'claude-code' | 'codex' | 'copilot';

const TOOLS: Readonly<Record<KnownHost, Readonly<Record<string, HostTool>>>> = {
  'claude-code': CLAUDE_CODE,
  codex: CODEX,
  copilot: COPILOT,
};

/** The alias under which a host's own tools are known to policies, the record and people. */
export const hostAlias = (host: KnownHost): string => `host-${host}`;

/** A tool of which nobody knows anything but its name. */
export const undescribedTool = (server: string, name: string): TracedTool => {
  const definition: JsonObject = { name };
  return traceTool(describeTool({ server, definition }), definition);
};

const traced = (server: string, name: string, tool: HostTool, files: readonly string[]): TracedTool => {
  const { description, says, roles, changes = [], names = [], store, means } = tool;
  const definition: JsonObject = { name, description };
  const said: Override = { set: says, roles, reason: 'known of the host' };
  const tracedWith = (overrides: readonly Override[]): TracedTool =>
    traceTool(
      describeTool({ server, trust: 'trusted', definition, overrides }),
      definition,
      store === undefined ? {} : { stores: { [name]: store } },
    );
  const plain = tracedWith([said]);
  const made = tracedWith([
    said,
    ...changes.map((change) => writesAutorun(change, files)),
    ...changes.map(({ argument, patch }) => reachesMachine(argument, patch)),
    ...names.map((argument) => reachesMachine(argument, false)),
  ]);
  // what only some calls destroy or reach is decided with their arguments: there the content is code, which is stricter
  // than a deed, and the path a destination
  const { destroys, outward, raises } = plain;
  return {
    ...made,
    destroys,
    outward,
    raises,
    ...(means === undefined ? {} : { name: undescribedTool(server, means).name }),
  };
};

/** The tools of a host that are known, by their names. `more` adds to the table of files that run later. */
export const hostTools = (host: KnownHost, more: readonly string[] = []): ReadonlyMap<string, TracedTool> => {
  const files = autorunPatterns(more);
  return new Map(
    Object.entries(TOOLS[host]).map(
      ([name, tool]) => [name, traced(hostAlias(host), name, tool, files)] as const,
    ),
  );
};

/** The host asks its person while this tool runs, and nobody else's yes stands for the answer. */
export const asksPerson = (host: KnownHost, name: string): boolean =>
  Object.hasOwn(TOOLS[host], name) && TOOLS[host][name]?.asksPerson === true;
