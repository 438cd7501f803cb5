import type { JsonObject } from '@callgate/core';
import type { ConnectedClient, ClientStream } from '../wire/exchange.ts';

export type ChangedList = 'tools' | 'prompts' | 'resources';

export const LOG_LEVELS: readonly string[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

interface ClientListener {
  readonly stream: ClientStream;
  readonly client: ConnectedClient;
  readonly lists: ReadonlySet<ChangedList>;
  /** Uris of resources it wants to hear of, by server. */
  readonly resources: Set<string>;
  logLevel: string | null;
}

const ALL_LISTS: ReadonlySet<ChangedList> = new Set(['tools', 'prompts', 'resources']);

const resourceKey = (server: string, uri: string): string => `${server}\n${uri}`;

/** Who wants to be told of what belongs to no request. */
export class ClientListeners {
  readonly #listeners: Map<string, ClientListener> = new Map();

  /** A legacy client: it hears of every list; resources and logs only where it asks. */
  open(client: ConnectedClient, stream: ClientStream): void {
    this.#add(client.key, client, stream, ALL_LISTS);
  }

  /** A subscription of the modern era: it hears of what it named. */
  listen(key: string, client: ConnectedClient, stream: ClientStream, lists: ReadonlySet<ChangedList>): void {
    this.#add(key, client, stream, lists);
  }

  #add(key: string, client: ConnectedClient, stream: ClientStream, lists: ReadonlySet<ChangedList>): void {
    this.#listeners.set(key, {
      stream,
      client,
      lists,
      resources: new Set(),
      logLevel: null,
    });
  }

  close(key: string): void {
    this.#listeners.delete(key);
  }

  subscribe(key: string, server: string, uri: string): void {
    this.#listeners.get(key)?.resources.add(resourceKey(server, uri));
  }

  unsubscribe(key: string, server: string, uri: string): void {
    this.#listeners.get(key)?.resources.delete(resourceKey(server, uri));
  }

  /** At least one client still listens. */
  isWanted(server: string, uri: string): boolean {
    const wanted = resourceKey(server, uri);
    return [...this.#listeners.values()].some(({ resources }) => resources.has(wanted));
  }

  subscriptionsOf(key: string): readonly { readonly server: string; readonly uri: string }[] {
    return [...(this.#listeners.get(key)?.resources ?? [])].map((each) => {
      const [server = '', uri = ''] = each.split('\n');
      return { server, uri };
    });
  }

  /** What clients subscribe to at a server: each uri once, with one of the clients. */
  wantedOf(server: string): readonly { readonly uri: string; readonly client: ConnectedClient }[] {
    const wanted = new Map<string, ConnectedClient>();
    for (const { resources, client } of this.#listeners.values())
      for (const each of resources) {
        const [of = '', uri = ''] = each.split('\n');
        if (of === server && !wanted.has(uri)) wanted.set(uri, client);
      }
    return [...wanted].map(([uri, client]) => ({ uri, client }));
  }

  setLogLevel(key: string, level: string): void {
    const listener = this.#listeners.get(key);
    if (listener !== undefined) listener.logLevel = level;
  }

  logLevel(key: string): string | null {
    return this.#listeners.get(key)?.logLevel ?? null;
  }

  /** The most talkative level that anybody wants. */
  lowestLogLevel(): string | null {
    const wanted = new Set([...this.#listeners.values()].map(({ logLevel }) => logLevel));
    return LOG_LEVELS.find((level) => wanted.has(level)) ?? null;
  }

  listChanged(list: ChangedList): void {
    for (const { stream, lists } of this.#listeners.values())
      if (lists.has(list)) stream.notify(`notifications/${list}/list_changed`, {});
  }

  resourceUpdated(server: string, uri: string): void {
    const wanted = resourceKey(server, uri);
    const params: JsonObject = { uri };
    for (const { stream, resources } of this.#listeners.values())
      if (resources.has(wanted)) stream.notify('notifications/resources/updated', params);
  }
}

/** Whether a message of that level is wanted where `wanted` was asked for. */
export const isLevelWanted = (level: string, wanted: string): boolean =>
  LOG_LEVELS.indexOf(level) >= Math.max(0, LOG_LEVELS.indexOf(wanted));
