import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject, getOwn } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { traceErrors } from '@callgate/messages/errors/trace';

export const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((item: Json) => isJsonObject(item)) : [];

export const textAt = (object: JsonObject, key: string): string | undefined => {
  const value = getOwn(object, key);
  return typeof value === 'string' ? value : undefined;
};

export const objectAt = (object: JsonObject, key: string): JsonObject | undefined => {
  const value = getOwn(object, key);
  return value !== undefined && isJsonObject(value) ? value : undefined;
};

/** JSON inside a text, or undefined where the text is no JSON. */
export const jsonIn = (text: string): Json | undefined => {
  try {
    return parseStrict(text);
  } catch (error) {
    if (error instanceof CallgateError) return undefined;
    throw error;
  }
};

/** The arguments of a call, as an object or as the text of one; no text at all is no arguments. */
export const parseArguments = (given: Json | undefined, id: string): JsonObject => {
  const value = typeof given === 'string' && given.trim() !== '' ? jsonIn(given) : given;
  if (value === undefined && typeof given === 'string')
    throw new CallgateError(traceErrors.convert.argumentsNotJson({ call: display(id) }));
  if (value === undefined || value === null || value === '') return {};
  if (isJsonObject(value)) return value;
  throw new CallgateError(traceErrors.convert.argumentsNotAnObject({ call: display(id) }));
};

const textPart = (text: string): JsonObject => ({ type: 'text', text });

const isCallToolResult = (value: Json): value is JsonObject =>
  isJsonObject(value) && Array.isArray(getOwn(value, 'content'));

const textOfPart = (part: Json): string => {
  const text = isJsonObject(part) ? getOwn(part, 'text') : part;
  return typeof text === 'string' ? text : JSON.stringify(part);
};

export const toCallResult = (given: Json, failed: boolean): JsonObject => {
  const value = typeof given === 'string' ? (jsonIn(given) ?? given) : given;
  const error = failed ? { isError: true } : {};
  if (isCallToolResult(value)) return { ...value, ...error };
  if (typeof given === 'string') return { content: [textPart(given)], ...error };
  // a list of content blocks
  if (Array.isArray(given))
    return { content: given.map((part: Json) => textPart(textOfPart(part))), ...error };
  return { content: [textPart(JSON.stringify(given))], ...error };
};
