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
import { CLAUDE_CODE_TOOLS } from './known-host-tools.ts';
import { CODEX_TOOLS } from './known-host-tools.ts';
import { COPILOT_TOOLS } from './known-host-tools.ts';
import type { HostTool } from './host-tool.ts';
import { makeRemoteMachineOverride, makeAutorunOverride } from './host-tool.ts';

export type { AutorunKind } from './autorun-files.ts';
export { AUTORUN_FILES } from './autorun-files.ts';
export { isAutorunOverride, addAutorunOverrides } from './autorun-overrides.ts';
export { pathFolders } from './autorun-files.ts';
export { isUserPrompt } from './user-prompt.ts';

export type KnownHost = 'claude-code' | 'codex' | 'copilot';

const TOOLS: Readonly<Record<KnownHost, Readonly<Record<string, HostTool>>>> = {
  'claude-code': CLAUDE_CODE_TOOLS,
  codex: CODEX_TOOLS,
  copilot: COPILOT_TOOLS,
};

/** The alias under which a host's own tools are known to policies, the record and people. */
export const hostAlias = (host: KnownHost): string => `host-${host}`;

/** A tool of which nobody knows anything but its name. */
export const makeUndescribedTool = (server: string, name: string): TracedTool => {
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
    ...changes.map((change) => makeAutorunOverride(change, files)),
    ...changes.map(({ argument, patch }) => makeRemoteMachineOverride(argument, patch)),
    ...names.map((argument) => makeRemoteMachineOverride(argument, false)),
  ]);
  // what only some calls destroy or reach is decided with their arguments: there the content is code, which is stricter
  // than a deed, and the path a destination
  const { destroys, outward, raises } = plain;
  return {
    ...made,
    destroys,
    outward,
    raises,
    ...(means === undefined ? {} : { name: makeUndescribedTool(server, means).name }),
  };
};

/** The tools of a host that are known, by their names. `more` adds to the table of files that run later. */
export const listHostTools = (
  host: KnownHost,
  more: readonly string[] = [],
): ReadonlyMap<string, TracedTool> => {
  const files = autorunPatterns(more);
  return new Map(
    Object.entries(TOOLS[host]).map(
      ([name, tool]) => [name, traced(hostAlias(host), name, tool, files)] as const,
    ),
  );
};

/** The host asks its person while this tool runs, and nobody else's yes stands for the answer. */
export const isUserQuestionTool = (host: KnownHost, name: string): boolean =>
  Object.hasOwn(TOOLS[host], name) && TOOLS[host][name]?.asksPerson === true;
