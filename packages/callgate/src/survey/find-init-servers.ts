import { canonical } from '@callgate/core';
import type { ServerEndpoint } from '@callgate/gateway/config';
import { checkUrl } from '../options/reach-options.ts';
import type { ServerDraft } from '../scan/server-draft.ts';
import { draftEndpoint, tryClientDraft } from '../scan/client-draft.ts';
import type { ClientServerEntry } from '../init/client-server-entry.ts';
import { pathKey, readServersFromText } from '../init/client-server-entry.ts';
import type { ClientMachine } from '../init/clients.ts';
import { CLIENTS } from '../init/clients.ts';
import type { InitPlan } from '../init/plan-init.ts';

/** A server that `init` puts behind Callgate, with every place it stands in. */
export interface InitServer {
  /** Its first name in a file. */
  readonly name: string;
  /** What `callgate run` calls it. */
  readonly aliases: ReadonlySet<string>;
  /** Titles of clients. */
  readonly clients: ReadonlySet<string>;
  /** Only files of projects name it: its command may be anybody's. */
  readonly isShared: boolean;
  readonly draft: ServerDraft;
}

/** By the file and the place in it. */
export type InitServers = ReadonlyMap<string, InitServer>;

export const placeKey = (file: string, { path }: Pick<ClientServerEntry, 'path'>): string =>
  JSON.stringify([file, pathKey(path)]);

/** The servers that a plan changes, each once. One that only its client can reach is not among them. */
export const findInitServers = ({ files, own }: InitPlan, machine: ClientMachine): InitServers => {
  const places = new Map<string, string>();
  const servers = new Map<string, InitServer>();
  for (const { file, servers: reports } of files) {
    const client = CLIENTS[file.client];
    const changed = new Map(
      reports.flatMap(({ path, alias }) => (alias === undefined ? [] : [[pathKey(path), alias] as const])),
    );
    for (const entry of readServersFromText(client, file.text, own)) {
      const alias = changed.get(pathKey(entry.path));
      const draft = alias === undefined ? undefined : tryClientDraft(client, entry, machine);
      if (alias === undefined || draft === undefined) continue;
      const key = canonical({ ...draft });
      const known = servers.get(key);
      servers.set(key, {
        name: known?.name ?? entry.name,
        aliases: new Set([...(known?.aliases ?? []), alias]),
        clients: new Set([...(known?.clients ?? []), client.title]),
        isShared: (known?.isShared ?? true) && file.scope === 'project',
        draft,
      });
      places.set(placeKey(file.path, entry), key);
    }
  }
  return new Map(
    [...places].flatMap(([place, key]) => {
      const server = servers.get(key);
      return server === undefined ? [] : [[place, server] as const];
    }),
  );
};

/** The server as `callgate run` reaches it, which gives it its identity. */
export const runEndpoint = (
  { draft }: Pick<InitServer, 'draft'>,
  env: ClientMachine['env'],
): ServerEndpoint => {
  const endpoint = draftEndpoint(draft, env);
  if (endpoint.kind === 'http') return { ...endpoint, url: checkUrl(endpoint.url) };
  const { cwd: _, ...rest } = endpoint;
  return rest;
};
