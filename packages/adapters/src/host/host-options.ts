import type { Json, JsonObject, Principal } from '@callgate/core';
import { contextKey } from '@callgate/core/label';
import type { CallRequest, Clock } from '@callgate/gate';
import type { ContextName } from '@callgate/gate/host';
import { receiveArguments } from '@callgate/core/receive';

/** Whose conversation it is. */
export interface ConversationRef {
  /** Whom the host has authenticated. */
  readonly principal: Principal;
  /** The id of the conversation. The host mints it or knows it to be this principal's: an id that a client just names is not one. */
  readonly context: string;
}

export interface HostOptions extends ConversationRef {
  /** The operator's name for where these tools come from, as in the catalogue. */
  readonly server: string;
  /** What the tool threw says for sure that nothing happened. Otherwise nobody knows, unless the tool only reads. */
  readonly knownFailure?: (error: unknown) => boolean;
  /** How long a call that was let out may wait for the SDK to run it: ten minutes where nothing is said, and never much longer than policy lets it run. */
  readonly unusedMs?: number;
  readonly clock?: Clock;
}

export const contextName = ({ principal, context }: ConversationRef): ContextName => ({
  principal: principal.subject,
  context,
  authenticated: true,
});

/** The name of a call by the framework's id of it, which means nothing outside its conversation. */
export const callName = (who: ConversationRef, id: string): string => JSON.stringify([sessionOf(who), id]);

/** No timer of Node is longer. */
export const LONGEST_MS: number = 2 ** 31 - 1;

/** The key of the session that calls of this conversation are judged on. */
export const sessionOf = (who: ConversationRef): string => contextKey(contextName(who));

/** Something of a framework or an API, of which nothing is known. */
export type UnknownMembers = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is UnknownMembers =>
  typeof value === 'object' && value !== null;

/** Of this type, and with a text under each of these keys. */
export const hasTexts = (value: unknown, type: string, ...keys: readonly string[]): value is UnknownMembers =>
  isObject(value) && value['type'] === type && keys.every((key) => typeof value[key] === 'string');

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

/** Members that are undefined are as good as absent. Everything else that is not JSON is left for the gate to refuse. */
const withoutUndefined = (value: unknown, depth: number): unknown => {
  if (typeof value !== 'object' || value === null || depth > 200) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => withoutUndefined(item, depth + 1));
  if (!isPlain(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutUndefined(member, depth + 1)]));
};

export type ToolRequest = CallRequest & { readonly kind: 'tool'; readonly name: string };

/** A tool call of the SDK as the gate takes it. The id of the SDK is a key and nothing more. */
export const requestOf = (
  { server, principal, context }: HostOptions,
  name: string,
  input: unknown,
  toolCallId: string | undefined,
): ToolRequest => ({
  kind: 'tool',
  server,
  name,
  principal,
  context,
  authenticated: true,
  // whatever it is, the gate checks it
  arguments: withoutUndefined(input, 0) as JsonObject,
  ...(toolCallId === undefined ? {} : { key: toolCallId }),
});

/** What the model would see of a value: its JSON, as the SDK makes it. Throws for what has none. */
export const toJson = (value: unknown): Json => {
  const text = JSON.stringify(value);
  return text === undefined ? null : (JSON.parse(text) as Json);
};

/** The same as ordinary objects that may be changed. */
export const copyJson = (value: Json): Json => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyJson(member)]));
};

/** The digest of the arguments of a call. Undefined where the gate would not take them. */
export const digestOf = ({ arguments: given }: Pick<ToolRequest, 'arguments'>): string | undefined => {
  try {
    return receiveArguments(given).argumentsDigest;
  } catch {
    return undefined;
  }
};
