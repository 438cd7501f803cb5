import type { JsonObject } from '@callgate/core';
import { own } from '@callgate/core';

/** How a tool says how far it is. */
export type Tell = (step: number, steps: number, message: string) => Promise<void>;

export interface DemoTool {
  /** As `tools/list` shows it. */
  readonly definition: JsonObject;
  /** The result of `tools/call`. Throws an Error whose message the agent reads. */
  run(args: JsonObject, tell: Tell): JsonObject | Promise<JsonObject>;
}

/** A server of the demo. What it keeps is in memory and begins anew with its process. */
export interface DemoServer {
  readonly title: string;
  /** As they are now. */
  tools(): readonly DemoTool[];
  /** Annotations of one call, for tools that say that theirs depend on arguments. */
  resolve?(tool: string, args: JsonObject): JsonObject | undefined;
  /** A new version of it was published. Its list changes. */
  update?(): void;
}

export const textOf = (args: JsonObject, name: string): string => {
  const value = own(args, name);
  if (typeof value === 'string') return value;
  throw new Error(`${name} is needed and is a text`);
};

/** Arguments that are all texts. */
export const texts = (properties: Readonly<Record<string, string>>): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, description]) => [name, { type: 'string', description }]),
  ),
  required: Object.keys(properties),
  additionalProperties: false,
});

export const said = (text: string, meta?: JsonObject): JsonObject => ({
  content: [{ type: 'text', text }],
  ...(meta === undefined ? {} : { _meta: meta }),
});

/** The same as text and as data. */
export const records = (items: readonly JsonObject[], meta?: JsonObject): JsonObject => ({
  ...said(JSON.stringify(items), meta),
  structuredContent: { items: [...items] },
});
