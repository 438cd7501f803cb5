import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { inertHtml } from './inert-html.ts';
import { inertMarkdown, inertMarkup } from './inert-markup.ts';
import type { AllowedHosts } from './remote-host.ts';
import { hasRemoteHost } from './remote-host.ts';

export interface NeutralisedResult {
  /** The very same value where nothing was changed. */
  readonly result: Json;
  /** How many texts were changed. */
  readonly changed: number;
}

const inertText = (text: string, allowed: AllowedHosts): string =>
  inertMarkup(inertMarkdown(inertHtml(text, allowed), allowed), allowed);

/** Blocks whose address a client fetches without being asked. */
const FETCHED_BLOCKS: ReadonlySet<Json | undefined> = new Set([
  'resource_link',
  'image',
  'audio',
  'video',
  'image_url',
]);
const ADDRESS_KEYS: ReadonlySet<string> = new Set(['uri', 'url', 'src', 'image_url']);

/** `[{ src }]`, as tools, resources and servers have icons. */
const isFetched = (block: JsonObject, key: string, parentKey: string): boolean =>
  parentKey === 'icons'
    ? key === 'src'
    : ADDRESS_KEYS.has(key) && (FETCHED_BLOCKS.has(block['type']) || parentKey === 'image_url');

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
/** What clients load by themselves; any other address they read through the server that gave it. */
const LOADED: ReadonlySet<string> = new Set(
  'http https ws wss ftp ftps file data blob javascript'.split(' '),
);

const isReadElsewhere = (address: string): boolean => {
  const [, scheme] = SCHEME.exec(address) ?? [];
  return scheme !== undefined && !LOADED.has(scheme.toLowerCase());
};

class Neutraliser {
  readonly #allowed: AllowedHosts;
  changed = 0;

  constructor(allowed: AllowedHosts) {
    this.#allowed = allowed;
  }

  value(value: Json, key: string): Json {
    if (typeof value === 'string') return this.#counted(value, inertText(value, this.#allowed));
    if (Array.isArray(value)) return this.#list(value, key);
    return isJsonObject(value) ? this.#object(value, key) : value;
  }

  #counted(before: string, after: string): string {
    if (before !== after) this.changed += 1;
    return after;
  }

  #list(list: readonly Json[], key: string): Json {
    const items = list.map((item) => this.value(item, key));
    return items.every((item, index) => item === list[index]) ? list : items;
  }

  #object(block: JsonObject, parentKey: string): Json {
    const copy: Record<string, Json> = Object.create(null);
    let same = true;
    for (const [key, before] of Object.entries(block)) {
      const after =
        typeof before === 'string' && isFetched(block, key, parentKey)
          ? this.#address(before)
          : this.value(before, key);
      copy[key] = after;
      same &&= after === before;
    }
    return same ? block : copy;
  }

  #address(address: string): string {
    const stays =
      address.startsWith('inert:') || isReadElsewhere(address) || !hasRemoteHost(address, this.#allowed);
    return this.#counted(address, stays ? address : `inert:${address}`);
  }
}

/**
 * Makes inert what would load by itself from a host that is not on the list when a client shows the result: images in
 * Markdown, HTML and other markup, tags that fetch or run, addresses of resource links and icons. What a person has to
 * choose, such as a link, stays. It does not stop a client that fetches every address it sees.
 */
export const makeRemoteContentInert = (result: Json, allowed: AllowedHosts = []): NeutralisedResult => {
  const neutraliser = new Neutraliser(allowed);
  return { result: neutraliser.value(result, ''), changed: neutraliser.changed };
};
