import type { Json, JsonObject, TracedTool } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type { ResponseFilter, UpstreamResponse } from '@callgate/gate';
import { makeRemoteContentInert } from '@callgate/gate/host';
import type { NeutraliseMode, ServerConfig } from '../config/gateway-config.ts';
import { metaOrEmpty } from '../wire/request-meta.ts';

/** What Callgate says of a result. */
export const LABELS_KEY = 'dev.callgate/labels';

/** Says on a result what may be in it, for its next reader. */
const addResultLabels = (result: JsonObject, tool: TracedTool): JsonObject => {
  const { raises } = tool;
  if (raises.private === 'none' && raises.untrusted === 'none' && !tool.outward) return result;
  const labels = { private: raises.private, untrusted: raises.untrusted };
  return { ...result, _meta: { ...metaOrEmpty(result), [LABELS_KEY]: labels } };
};

/** Makes links and images that load by themselves harmless, where the operator wants that. */
export const neutraliseReply = (
  result: JsonObject,
  tool: TracedTool | undefined,
  where: NeutraliseMode,
  allowed: readonly string[],
): JsonObject => {
  if (!isNeutralised(where, tool)) return result;
  let changed: Record<string, Json> | undefined;
  // programs read structured content, and `_meta` is not shown
  for (const member of SHOWN_MEMBERS) {
    const before = getOwn(result, member);
    const after = before === undefined ? undefined : makeRemoteContentInert(before, allowed).result;
    if (after === undefined || after === before) continue;
    changed ??= { ...result };
    changed[member] = after;
  }
  return changed ?? result;
};

const SHOWN_MEMBERS = ['content', 'contents', 'messages', 'message', 'data'] as const;

const isNeutralised = (where: NeutraliseMode, tool: TracedTool | undefined): boolean =>
  where === 'always' || (where === 'untrusted' && mayBeUntrusted(tool));

/** What strangers wrote, or what a server says that nobody vouches for. */
const mayBeUntrusted = (tool: TracedTool | undefined): boolean =>
  tool === undefined ||
  tool.raises.untrusted === 'known' ||
  (!tool.believed && tool.raises.untrusted === 'possible');

/** The same for what a server says while it works. */
export const neutraliseText = (
  text: string,
  { neutralise: where, internal }: Pick<ServerConfig, 'neutralise' | 'internal'>,
): string => {
  if (where !== 'always') return text;
  const { result } = makeRemoteContentInert(text, internal.hosts);
  return typeof result === 'string' ? result : text;
};

/** What a server answered, as it is released: made harmless where the operator wants that, and marked. */
export const createResultAbsorber =
  ({ neutralise: where, internal }: Pick<ServerConfig, 'neutralise' | 'internal'>): ResponseFilter =>
  (answer, tool) => {
    if (answer.type === 'error')
      return isNeutralised(where, tool) ? neutraliseError(answer, internal.hosts) : answer;
    return isJsonObject(answer.result)
      ? {
          ...answer,
          result: addResultLabels(neutraliseReply(answer.result, tool, where, internal.hosts), tool),
        }
      : answer;
  };

const neutraliseError = (
  error: Extract<UpstreamResponse, { type: 'error' }>,
  allowed: readonly string[],
): UpstreamResponse => {
  const message = makeRemoteContentInert(error.message, allowed).result;
  return {
    ...error,
    message: typeof message === 'string' ? message : error.message,
    ...(error.data === undefined ? {} : { data: makeRemoteContentInert(error.data, allowed).result }),
  };
};

const MAX_WALK = 10_000;

/** The uris of resources that a result points to: the agent may read those from the same server. */
export const findResourceUris = (result: JsonObject): readonly string[] => {
  const found: string[] = [];
  let walked = 0;
  const walk = (value: Json | undefined): void => {
    walked += 1;
    if (walked > MAX_WALK || value === undefined) return;
    if (Array.isArray(value)) for (const item of value) walk(item);
    else if (isJsonObject(value)) {
      const type = getOwn(value, 'type');
      const holder =
        type === 'resource' ? getOwn(value, 'resource') : type === 'resource_link' ? value : undefined;
      const uri = isJsonObject(holder) ? getOwn(holder, 'uri') : undefined;
      if (typeof uri === 'string') found.push(uri);
      walk(getOwn(value, 'content'));
    }
  };
  walk(getOwn(result, 'content'));
  walk(getOwn(result, 'contents'));
  walk(getOwn(result, 'messages'));
  return found;
};
