import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, display, isJsonObject, getOwn } from '@callgate/core';
import { digestCanonical } from '@callgate/core/receive';
import { logMessages } from '@callgate/messages/log';
import { METHOD_NOT_FOUND } from '../wire/json-rpc.ts';
import { RpcFailure } from '../wire/rpc-failure.ts';
import type { ListKind } from './entry-shapes.ts';
import { ENTRY_KEYS, shapeProblem } from './entry-shapes.ts';
import type { Diagnosis } from './agent-view.ts';

const listText = logMessages.listProblem;

export interface ListedEntry {
  /** The name, uri or uri template, as the server wrote it. */
  readonly name: string;
  readonly definition: JsonObject;
  readonly digest: string;
}

export interface ServerList {
  readonly entries: readonly ListedEntry[];
  readonly diagnoses: readonly Diagnosis[];
}

/** What a server lists. A list that was not read is absent, and what was known of it stays. */
export interface ServerLists {
  readonly identity: string;
  readonly tool?: ServerList;
  readonly prompt?: ServerList;
  readonly resource?: ServerList;
  readonly template?: ServerList;
  /** How soon the server says that its lists may change, the soonest of them. */
  readonly ttlMs?: number;
}

export const MAX_PAGES = 100;
export const MAX_ENTRIES = 10_000;
/** Characters of one definition, and of a whole list, in canonical form. */
const MAX_DEFINITION = 1024 * 1024;
const MAX_LIST = 64 * 1024 * 1024;
const MAX_CURSOR = 64 * 1024;

const SOURCES = {
  tool: { method: 'tools/list', member: 'tools', capability: 'tools' },
  prompt: { method: 'prompts/list', member: 'prompts', capability: 'prompts' },
  resource: { method: 'resources/list', member: 'resources', capability: 'resources' },
  template: { method: 'resources/templates/list', member: 'resourceTemplates', capability: 'resources' },
} as const satisfies Readonly<Record<ListKind, unknown>>;

export const LIST_KINDS: readonly ListKind[] = ['tool', 'prompt', 'resource', 'template'];

/** A server whose lists can be asked for. */
interface ListingServer {
  readonly server: string;
  readonly identity: string;
  control(
    method: (typeof SOURCES)[ListKind]['method'],
    params: JsonObject,
    signal?: AbortSignal,
  ): Promise<Json>;
}

class ListReader {
  readonly #server: string;
  readonly #kind: ListKind;
  readonly entries: ListedEntry[] = [];
  readonly diagnoses: Diagnosis[] = [];
  #length = 0;

  constructor(server: string, kind: ListKind) {
    this.#server = server;
    this.#kind = kind;
  }

  tell(what: string, code: string, message: string): void {
    this.diagnoses.push({ server: this.#server, what, code, message });
  }

  /** False where there is no room for more. */
  take(entry: Json, index: number): boolean {
    const key = isJsonObject(entry) ? getOwn(entry, ENTRY_KEYS[this.#kind]) : undefined;
    const what =
      typeof key === 'string'
        ? logMessages.about.entry({ kind: this.#kind, name: display(key, { max: 80 }) })
        : logMessages.about.entryNumber({ kind: this.#kind, number: index + 1 });
    if (!isJsonObject(entry) || typeof key !== 'string') {
      this.tell(
        what,
        'LIST_ENTRY',
        logMessages.tools.notOffered({
          reason: logMessages.tools.memberMissing({ member: ENTRY_KEYS[this.#kind] }),
        }),
      );
      return true;
    }
    const problem = shapeProblem(this.#kind, entry);
    if (problem !== undefined) {
      this.tell(what, 'LIST_ENTRY', logMessages.tools.notOffered({ reason: display(problem, { max: 200 }) }));
      return true;
    }
    let text: string;
    try {
      text = canonical(entry);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      this.tell(what, 'LIST_ENTRY', logMessages.tools.notOffered({ reason: error.message }));
      return true;
    }
    if (text.length > MAX_DEFINITION) {
      this.tell(
        what,
        'LIST_ENTRY',
        logMessages.tools.notOffered({
          reason: logMessages.tools.definitionLong({ characters: text.length }),
        }),
      );
      return true;
    }
    this.#length += text.length;
    if (this.#length > MAX_LIST || this.entries.length >= MAX_ENTRIES) return false;
    this.entries.push({ name: key, definition: entry, digest: digestCanonical('definition', text) });
    return true;
  }
}

/** A server that never comes to an end hides what it likes behind it: of tools and prompts nothing is offered then. */
const unfinishedList = (kind: ListKind, reading: ListReader, why: string): ServerList => {
  const data = kind === 'resource';
  const rest = data ? listText.restOffered : listText.nothingOffered;
  reading.tell(logMessages.about.list({ kind }), 'LIST_INCOMPLETE', `${why}; ${rest}`);
  return { entries: data ? reading.entries : [], diagnoses: reading.diagnoses };
};

interface ListPage {
  readonly list: ServerList;
  readonly ttlMs: number | undefined;
}

/** What a server answered, however it was wrapped on the way. */
const failureOf = (error: unknown): RpcFailure | undefined => {
  if (error instanceof RpcFailure) return error;
  return error instanceof Error && error.cause instanceof RpcFailure ? error.cause : undefined;
};

const readList = async (
  upstream: ListingServer,
  kind: ListKind,
  signal: AbortSignal | undefined,
): Promise<ListPage> => {
  const { method, member } = SOURCES[kind];
  const reading = new ListReader(upstream.server, kind);
  const cursors = new Set<string>();
  let cursor: string | undefined;
  let ttlMs: number | undefined;
  const stop = (why: string): ListPage => ({ list: unfinishedList(kind, reading, why), ttlMs });
  let index = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    let answer: Json;
    try {
      answer = await upstream.control(method, cursor === undefined ? {} : { cursor }, signal);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      const { code } = failure.error;
      if (code === METHOD_NOT_FOUND && page === 0) return { list: { entries: [], diagnoses: [] }, ttlMs };
      return stop(listText.error({ page: page + 1, code }));
    }
    const entries = isJsonObject(answer) ? getOwn(answer, member) : undefined;
    if (!isJsonObject(answer) || !Array.isArray(entries))
      return stop(listText.memberMissing({ page: page + 1, member }));
    for (const entry of entries as readonly Json[]) {
      if (!reading.take(entry, index)) return stop(listText.tooManyEntries({ most: reading.entries.length }));
      index += 1;
    }
    const ttl = getOwn(answer, 'ttlMs');
    if (typeof ttl === 'number' && ttl >= 0) ttlMs = Math.min(ttl, ttlMs ?? ttl);
    const next = getOwn(answer, 'nextCursor');
    if (next === undefined || next === null || next === '')
      return { list: { entries: reading.entries, diagnoses: reading.diagnoses }, ttlMs };
    if (typeof next !== 'string' || next.length > MAX_CURSOR)
      return stop(listText.cursorInvalid({ page: page + 1 }));
    if (cursors.has(next)) return stop(listText.cursorRepeated({ page: page + 1 }));
    cursors.add(next);
    cursor = next;
  }
  return stop(listText.tooManyPages({ most: MAX_PAGES }));
};

/**
 * Reads the lists of a server, all their pages, entry by entry: a bad entry costs itself. Rejects only where the
 * server could not be reached; a server that answers with errors has lists of which nothing is offered.
 */
export const readLists = async (
  upstream: ListingServer,
  hello: { readonly capabilities: JsonObject },
  more: { readonly kinds?: readonly ListKind[]; readonly signal?: AbortSignal } = {},
): Promise<ServerLists> => {
  const lists: { -readonly [K in ListKind]?: ServerList } = {};
  let ttlMs: number | undefined;
  for (const kind of more.kinds ?? LIST_KINDS) {
    if (getOwn(hello.capabilities, SOURCES[kind].capability) === undefined) {
      lists[kind] = { entries: [], diagnoses: [] };
      continue;
    }
    const page = await readList(upstream, kind, more.signal);
    lists[kind] = page.list;
    if (page.ttlMs !== undefined) ttlMs = Math.min(page.ttlMs, ttlMs ?? page.ttlMs);
  }
  return { identity: upstream.identity, ...lists, ...(ttlMs === undefined ? {} : { ttlMs }) };
};
