import type { Json, JsonObject, ToolDescription, TracedTool } from '@callgate/core';
import { describeTool, traceTool } from '@callgate/core';
import type { SessionEvent } from '@callgate/core/label';

/** What a tool may do, as its server says it. */
export const READS: JsonObject = {
  readOnlyHint: true,
  destructiveHint: false,
  openWorldHint: false,
  unsafeOutputHint: false,
  sensitiveDataHint: false,
};
export const READS_MAIL: JsonObject = { ...READS, unsafeOutputHint: true, sensitiveDataHint: true };
export const WRITES: JsonObject = { ...READS, readOnlyHint: false };
export const SENDS: JsonObject = { ...WRITES, openWorldHint: true };
export const DESTROYS: JsonObject = { ...WRITES, destructiveHint: true };

export interface TracedToolParts extends Partial<Omit<ToolDescription, 'definition'>> {
  readonly annotations?: JsonObject;
  readonly roles?: JsonObject;
  readonly directory?: boolean;
  readonly properties?: JsonObject;
  readonly settings?: Parameters<typeof traceTool>[2];
}

/** A tool of the trusted server `office`, unless a test says otherwise. */
export const makeTracedTool = (name: string, parts: TracedToolParts = {}): TracedTool => {
  const { annotations, roles, directory, properties, settings, ...description } = parts;
  const meta: Record<string, Json> = {};
  if (roles !== undefined) meta['dev.callgate/arguments'] = roles;
  if (directory !== undefined) meta['dev.callgate/directory'] = directory;
  const definition: JsonObject = {
    name,
    ...(annotations === undefined ? {} : { annotations }),
    ...(properties === undefined ? {} : { inputSchema: { type: 'object', properties } }),
    _meta: meta,
  };
  const tool = describeTool({ server: 'office', trust: 'trusted', ...description, definition });
  return traceTool(tool, definition, settings ?? {});
};

export const textResult = (text: string): Json => ({ content: [{ type: 'text', text }] });

let calls = 0;

/** A call and its result. */
export const makeCallEvents = (
  tool: TracedTool,
  result: Json = textResult('done'),
  more: {
    readonly args?: JsonObject;
    readonly intended?: boolean;
    readonly id?: string;
    readonly at?: number;
  } = {},
): readonly SessionEvent[] => {
  const { args = {}, intended = true, id = `call-${(calls += 1)}`, at } = more;
  const time = at === undefined ? {} : { at };
  return [
    { type: 'call', id, tool, ...time },
    { type: 'result', id, tool, args, result, intended, ...time },
  ];
};
