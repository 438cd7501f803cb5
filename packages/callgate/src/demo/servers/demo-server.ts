import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@callgate/core';
import { getOwn } from '@callgate/core';

/** Keys of `_meta` as a server writes them. */
export const ROLES = 'dev.callgate/arguments';
export const DIRECTORY = 'dev.callgate/directory';
export const UNDO = 'dev.callgate/undo';
export const ACTION_METADATA = 'io.modelcontextprotocol/action-metadata';
export const TRUST_ANNOTATIONS = 'io.modelcontextprotocol/trust-annotations';
export const TOOL_RESOLUTION = 'io.modelcontextprotocol/tool-resolution';

/** How a tool says how far it is. */
export type ReportProgress = (step: number, steps: number, message: string) => Promise<void>;

export interface DemoTool {
  /** As `tools/list` shows it. */
  readonly definition: JsonObject;
  /** The result of `tools/call`. Throws an Error whose message the agent reads. */
  run(args: JsonObject, tell: ReportProgress): JsonObject | Promise<JsonObject>;
}

/** A server of the demo. What it keeps is in memory and begins anew with its process. */
export interface DemoServer {
  readonly title: string;
  tools(): readonly DemoTool[];
  /** Annotations of one call, for tools that say that theirs depend on arguments. */
  resolve?(tool: string, args: JsonObject): JsonObject | undefined;
  /** A new version of it was published. Its list changes. */
  update?(): void;
}

interface ToolParts {
  readonly name: string;
  readonly description: string;
  /** Arguments, which are all texts, with their descriptions. */
  readonly args?: Readonly<Record<string, string>>;
  readonly annotations: JsonObject;
  readonly roles?: JsonObject;
  readonly meta?: JsonObject;
  readonly run: DemoTool['run'];
}

export const demoTool = ({ name, description, args, annotations, roles, meta, run }: ToolParts): DemoTool => {
  const properties = Object.entries(args ?? {}).map(([key, text]) => [
    key,
    { type: 'string', description: text },
  ]);
  const inputSchema: JsonObject = {
    type: 'object',
    ...(args === undefined
      ? {}
      : { properties: Object.fromEntries(properties), required: Object.keys(args) }),
    additionalProperties: false,
  };
  const inMeta = { ...(roles === undefined ? {} : { [ROLES]: roles }), ...meta };
  return { definition: { name, description, inputSchema, annotations, _meta: inMeta }, run };
};

export const textOf = (args: JsonObject, name: string): string => {
  const value = getOwn(args, name);
  if (typeof value === 'string') return value;
  throw new Error(`${name} is needed and is a text`);
};

export const textResult = (text: string, meta?: JsonObject): JsonObject => ({
  content: [{ type: 'text', text }],
  ...(meta === undefined ? {} : { _meta: meta }),
});

/** The same as text and as data. */
export const recordsResult = (items: readonly JsonObject[], meta?: JsonObject): JsonObject => ({
  ...textResult(JSON.stringify(items), meta),
  structuredContent: { items: [...items] },
});

/** Works in steps, each as long as `pace` in milliseconds. */
export const workInSteps = async (
  steps: readonly string[],
  pace: number,
  tell: ReportProgress,
): Promise<void> => {
  for (const [index, step] of steps.entries()) {
    await tell(index + 1, steps.length, step);
    await sleep(pace);
  }
};
