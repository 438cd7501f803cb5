import type { Json, JsonObject } from '@callgate/core';
import { canonical, isJsonObject, own } from '@callgate/core';
import { CLIENT_CAPABILITIES_KEY, CLIENT_INFO_KEY, VERSION_KEY } from '../wire/eras.ts';
import type { Era } from '../wire/eras.ts';
import { TASKS_EXTENSION } from '../wire/extensions.ts';
import { PROGRESS_TOKEN_KEY } from '../wire/request-meta.ts';
import type { ServerAsks } from './upstream.ts';

/** How Callgate names itself to servers. */
export const CLIENT_INFO: JsonObject = Object.freeze({ name: 'callgate', version: '0.1.0' });

/** What is told to servers: nothing that is off. */
export const offeredCapabilities = (asks: ServerAsks): JsonObject => ({
  ...(asks.sampling ? { sampling: {} } : {}),
  ...(asks.elicitation ? { elicitation: {} } : {}),
  ...(asks.roots ? { roots: {} } : {}),
});

/** What a client can do, less what is off. Extensions are ours to speak, never the client's. */
const passedCapabilities = (claimed: Json, asks: ServerAsks): JsonObject => {
  if (!isJsonObject(claimed)) return offeredCapabilities(asks);
  const passed: Record<string, Json> = {};
  for (const name of ['sampling', 'elicitation', 'roots'] as const) {
    const capability = own(claimed, name);
    if (asks[name] && capability !== undefined) passed[name] = capability;
  }
  return passed;
};

/** Writes `_meta` of requests to one server. */
export class Envelope {
  readonly #era: Era;
  readonly #asks: ServerAsks;
  readonly #version: string;
  readonly #modernHead: string;

  constructor(era: Era, version: string, asks: ServerAsks) {
    this.#era = era;
    this.#asks = asks;
    this.#version = version;
    this.#modernHead = canonical(this.#modern({}, false)).slice(0, -1);
  }

  #modern(meta: JsonObject, asTask: boolean): JsonObject {
    const claimed = own(meta, CLIENT_CAPABILITIES_KEY);
    const capabilities =
      claimed === undefined ? offeredCapabilities(this.#asks) : passedCapabilities(claimed, this.#asks);
    return {
      ...meta,
      [VERSION_KEY]: this.#version,
      [CLIENT_INFO_KEY]: CLIENT_INFO,
      [CLIENT_CAPABILITIES_KEY]: asTask
        ? { ...capabilities, extensions: { [TASKS_EXTENSION]: {} } }
        : capabilities,
    };
  }

  /** Canonical; empty where there is nothing to say. `token` is null where no progress is wanted. */
  metaText(meta: JsonObject, token: number | null, asTask: boolean): string {
    const plain = Object.keys(meta).length === 0 && !asTask;
    if (this.#era === 'modern') {
      if (plain)
        return token === null ? `${this.#modernHead}}` : `${this.#modernHead},"progressToken":${token}}`;
      return canonical(withToken(this.#modern(meta, asTask), token));
    }
    if (plain) return token === null ? '' : `{"progressToken":${token}}`;
    return canonical(withToken(withoutEnvelope(meta), token));
  }
}

const withToken = (meta: JsonObject, token: number | null): JsonObject => {
  const { [PROGRESS_TOKEN_KEY]: _theirs, ...rest } = meta;
  return token === null ? rest : { ...rest, [PROGRESS_TOKEN_KEY]: token };
};

const withoutEnvelope = (meta: JsonObject): JsonObject => {
  const {
    [VERSION_KEY]: _version,
    [CLIENT_INFO_KEY]: _info,
    [CLIENT_CAPABILITIES_KEY]: _capabilities,
    ...rest
  } = meta;
  return rest;
};
