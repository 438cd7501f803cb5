import type { Json, JsonObject, ToolAnnotations } from '@callgate/core';
import { CallgateError, display, isJsonObject } from '@callgate/core';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import type { McpToolDefinition } from '../host/catalogue.ts';
import { readClaimMembers } from '../host/catalogue.ts';
import { toJson, isObject } from '../host/host-options.ts';
import type { ToolHandler, ToolHandlers } from '../host/model-call.ts';

/** A tool of a program that uses no framework for it. */
export interface FunctionTool {
  readonly description?: string;
  /** JSON Schema, or a schema that can say its JSON Schema, as those of Zod 4. Any object where absent. */
  readonly inputSchema?: unknown;
  /** Hints, under the names of MCP. No API is sent them. */
  readonly annotations?: ToolAnnotations;
  readonly _meta?: JsonObject;
  /** Gets the arguments that were judged. */
  readonly execute: ToolHandler;
}

/** Tools by name. A bare function is a tool without a description: unreviewed, and treated as destructive. */
export type FunctionTools = Readonly<Record<string, FunctionTool | ToolHandler>>;

const ANY_OBJECT: JsonObject = { type: 'object' };

const noSchema = (name: string, cause?: unknown): CallgateError =>
  new CallgateError(
    adapterErrors.toolSchema({ tool: display(name, { max: 80 }) }),
    cause === undefined ? {} : { cause },
  );

const missingFunction = (name: string): CallgateError =>
  new CallgateError(adapterErrors.functionMissing({ tool: display(name, { max: 80 }) }));

const executeOf = (name: string, tool: FunctionTool | ToolHandler): ToolHandler => {
  if (typeof tool === 'function') return tool;
  const execute: unknown = isObject(tool) ? tool['execute'] : undefined;
  if (typeof execute !== 'function') throw missingFunction(name);
  return tool.execute;
};

const objectSchema = (name: string, schema: Json): JsonObject => {
  if (isJsonObject(schema)) return schema;
  throw noSchema(name);
};

/** At once, because the request to the model needs it. */
const schemaOf = (name: string, schema: unknown): JsonObject => {
  if (schema === undefined) return ANY_OBJECT;
  if (!isObject(schema)) throw noSchema(name);
  const standard = schema['~standard'];
  if (standard === undefined) return objectSchema(name, toJson(schema));
  const converter = isObject(standard) ? standard['jsonSchema'] : undefined;
  const input = isObject(converter) ? converter['input'] : undefined;
  if (typeof input !== 'function') throw noSchema(name);
  let made: Json;
  try {
    made = toJson(Reflect.apply(input, converter, [{ target: 'draft-07' }]));
  } catch (error) {
    throw noSchema(name, error);
  }
  return objectSchema(name, made);
};

/** A tool as MCP defines it, with a schema that is an object. */
export interface FunctionDefinition extends McpToolDefinition {
  readonly description: string;
  readonly inputSchema: JsonObject;
}

export const describeFunctions = (tools: FunctionTools): readonly FunctionDefinition[] =>
  Object.entries(tools).map(([name, tool]) => {
    executeOf(name, tool);
    if (typeof tool === 'function') return { name, description: '', inputSchema: ANY_OBJECT };
    const { description = '', inputSchema } = tool;
    return { name, description, inputSchema: schemaOf(name, inputSchema), ...readClaimMembers(tool) };
  });

export const handlersOf = (tools: FunctionTools): ToolHandlers =>
  Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, executeOf(name, tool)]));
