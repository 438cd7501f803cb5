import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, isJsonObject, getOwn } from '@callgate/core';
import { catalogueErrors } from '@callgate/messages/errors/catalogue';

const listIn = (content: Json, depth: number): readonly Json[] | undefined => {
  if (Array.isArray(content)) return content;
  if (!isJsonObject(content) || depth === 0) return undefined;
  const tools = getOwn(content, 'tools');
  if (Array.isArray(tools)) return tools;
  const result = getOwn(content, 'result');
  return result === undefined ? undefined : listIn(result, depth - 1);
};

/** The tools in a list, in `{tools}`, or in an answer that has them as its result. */
export const readTools = (content: Json): readonly JsonObject[] => {
  const list = listIn(content, 2);
  if (list === undefined || !list.every(isJsonObject))
    throw new CallgateError(catalogueErrors.convertToolsMissing());
  return list;
};

export const getText = (tool: JsonObject, key: string): string | undefined => {
  const value = getOwn(tool, key);
  return typeof value === 'string' ? value : undefined;
};

export const getObject = (tool: JsonObject, key: string): JsonObject | undefined => {
  const value = getOwn(tool, key);
  return isJsonObject(value) ? value : undefined;
};
