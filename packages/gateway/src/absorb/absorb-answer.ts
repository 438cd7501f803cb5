import type { Json, JsonObject, TracedTool } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { Absorb, Answer } from '@callgate/gate';
import { neutralise } from '@callgate/gate/host';
import type { Neutralise, ServerConfig } from '../config/config.ts';
import { metaIn } from '../wire/request-meta.ts';

/** What Callgate says of a result. */
export const LABELS_KEY = 'dev.callgate/labels';

/** Says on a result what may be in it, for whoever reads it next. */
const marked = (result: JsonObject, tool: TracedTool): JsonObject => {
  const { raises } = tool;
  if (raises.private === 'none' && raises.untrusted === 'none' && !tool.outward) return result;
  const labels = { private: raises.private, untrusted: raises.untrusted };
  return { ...result, _meta: { ...metaIn(result), [LABELS_KEY]: labels } };
};

/** Makes links and images that load by themselves harmless, where the operator wants that. */
export const harmless = (
  result: JsonObject,
  tool: TracedTool | undefined,
  where: Neutralise,
  allowed: readonly string[],
): JsonObject => {
  if (!isMadeHarmless(where, tool)) return result;
  let changed: Record<string, Json> | undefined;
  // what is structured is read by programs, `_meta` by nobody who shows it
  for (const member of SHOWN) {
    const before = own(result, member);
    const after = before === undefined ? undefined : neutralise(before, allowed).result;
    if (after === undefined || after === before) continue;
    changed ??= { ...result };
    changed[member] = after;
  }
  return changed ?? result;
};

const SHOWN = ['content', 'contents', 'messages', 'message', 'data'] as const;

const isMadeHarmless = (where: Neutralise, tool: TracedTool | undefined): boolean =>
  where === 'always' || (where === 'untrusted' && mayBeForeign(tool));

/** What strangers wrote, or what a server says that nobody vouches for. */
const mayBeForeign = (tool: TracedTool | undefined): boolean =>
  tool === undefined ||
  tool.raises.untrusted === 'known' ||
  (!tool.believed && tool.raises.untrusted === 'possible');

/** The same for what a server says while it works. */
export const harmlessText = (
  text: string,
  { neutralise: where, internal }: Pick<ServerConfig, 'neutralise' | 'internal'>,
): string => {
  if (where !== 'always') return text;
  const { result } = neutralise(text, internal.hosts);
  return typeof result === 'string' ? result : text;
};

/** What a server answered, as it is released: made harmless where the operator wants that, and marked. */
export const absorbFor =
  ({ neutralise: where, internal }: Pick<ServerConfig, 'neutralise' | 'internal'>): Absorb =>
  (answer, tool) => {
    if (answer.type === 'error')
      return isMadeHarmless(where, tool) ? harmlessError(answer, internal.hosts) : answer;
    return isJsonObject(answer.result)
      ? { ...answer, result: marked(harmless(answer.result, tool, where, internal.hosts), tool) }
      : answer;
  };

const harmlessError = (error: Extract<Answer, { type: 'error' }>, allowed: readonly string[]): Answer => {
  const message = neutralise(error.message, allowed).result;
  return {
    ...error,
    message: typeof message === 'string' ? message : error.message,
    ...(error.data === undefined ? {} : { data: neutralise(error.data, allowed).result }),
  };
};

const MAX_WALK = 10_000;

/** The uris of resources that a result points to: the agent may read those from the same server. */
export const resourcesIn = (result: JsonObject): readonly string[] => {
  const found: string[] = [];
  let walked = 0;
  const walk = (value: Json | undefined): void => {
    walked += 1;
    if (walked > MAX_WALK || value === undefined) return;
    if (Array.isArray(value)) for (const item of value) walk(item);
    else if (isJsonObject(value)) {
      const type = own(value, 'type');
      const holder =
        type === 'resource' ? own(value, 'resource') : type === 'resource_link' ? value : undefined;
      const uri = isJsonObject(holder) ? own(holder, 'uri') : undefined;
      if (typeof uri === 'string') found.push(uri);
      walk(own(value, 'content'));
    }
  };
  walk(own(result, 'content'));
  walk(own(result, 'contents'));
  walk(own(result, 'messages'));
  return found;
};
