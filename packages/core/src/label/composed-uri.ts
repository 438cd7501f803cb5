import type { ToolInput } from '../disclose/tool-input.ts';
import type { Json, JsonObject } from '../receive/json.ts';
import { isJsonObject, getOwn } from '../receive/json.ts';
import type { ArgumentRole } from '../vocabulary/argument-role.ts';
import type { ArgumentValue } from './argument-places.ts';

const URI_NAME = 'uri';
const MAX_DECODED = 3;

/** The start of a template that settles which host is reached: no expression can move it. */
const FIXED_AUTHORITY = /^[a-z][a-z0-9+.-]*:(?:\/\/[^/?#\\]*[/?#]|\/?[^/\\])/i;
const AUTHORITY = /^[a-z][a-z0-9+.-]*:[/\\]{2}/i;

const isUri = ({ kind }: ToolInput): boolean => kind === 'resource' || kind === 'completion';

/** What names the deed. A uri never does: an agent may have written it. */
export const getDefinedName = (tool: ToolInput, definition: JsonObject): string => {
  if (!isUri(tool)) return tool.name;
  const name = getOwn(definition, 'name');
  return typeof name === 'string' ? name : '';
};

/** Percent-encoded text as a server reads it, once and several times over. */
const decodings = (text: string): readonly string[] => {
  const found = [text];
  for (let last = text; found.length <= MAX_DECODED;) {
    let next: string;
    try {
      next = decodeURIComponent(last);
    } catch {
      return found;
    }
    if (next === last) return found;
    found.push(next);
    last = next;
  }
  return found;
};

/**
 * What an agent wrote of a uri, as values of the call. Nothing of a uri that the server listed. Where the template does
 * not fix the host, the whole uri says where the call goes.
 */
export const listComposedValues = (
  tool: ToolInput,
  definition: JsonObject,
  { believed, said }: { readonly believed: boolean; readonly said: ArgumentRole | undefined },
): readonly ArgumentValue[] => {
  const uri = tool.name;
  const template = getOwn(definition, 'uriTemplate');
  if (!isUri(tool) || getOwn(definition, 'uri') === uri || template === uri) return [];
  if (tool.kind === 'completion' && getOwn(definition, 'name') === uri) return [];
  const start = typeof template === 'string' ? template.replace(/\{.*$/s, '') : '';
  const fixed = FIXED_AUTHORITY.test(start) && uri.startsWith(start);
  const role = said ?? (believed && (fixed || !AUTHORITY.test(uri)) ? 'payload' : 'destination');
  const texts = role === 'payload' ? decodings(fixed ? uri.slice(start.length) : uri) : [uri];
  return texts
    .filter((value) => value !== '')
    .map((value) => ({ path: [URI_NAME], role, value, name: URI_NAME }));
};

const MAX_NAMES = 1000;
const VARIABLE = /[A-Za-z0-9_.%]+/g;

/** The argument names that a prompt or template declares; undefined of what declares them in a schema. */
export const listDeclaredNames = (
  tool: ToolInput,
  definition: JsonObject,
): ReadonlySet<string> | undefined => {
  if (tool.kind !== 'prompt' && tool.kind !== 'completion') return undefined;
  const listed = getOwn(definition, 'arguments');
  const template = getOwn(definition, 'uriTemplate');
  const names = Array.isArray(listed)
    ? listed.slice(0, MAX_NAMES).map((each: Json) => (isJsonObject(each) ? getOwn(each, 'name') : undefined))
    : [];
  const variables = typeof template === 'string' ? (template.match(/\{[^}]*\}/g) ?? []) : [];
  return new Set([
    ...names.filter((name) => typeof name === 'string'),
    ...variables.flatMap((expression) => expression.match(VARIABLE) ?? []),
  ]);
};
