import type { MatchingPack } from '@callgate/catalogue/packs';
import { findMatchingPack, readShippedPacks } from '@callgate/catalogue/packs';
import type { JsonObject } from '@callgate/core';
import { defaultServerConfig } from '@callgate/gateway/config';
import { listServers } from '../scan/list-servers.ts';
import type { ScanTarget } from '../scan/scan-target.ts';
import { FreeNames } from '../scan/scan-target.ts';
import { describeDraft, describeSource } from '../scan/server-draft.ts';
import { draftEndpoint } from '../scan/client-draft.ts';
import type { ClientMachine } from '../init/clients.ts';
import type { InitServer } from './find-init-servers.ts';
import { runEndpoint } from './find-init-servers.ts';

/** What a server listed when it was started once. */
export interface SurveyedServer {
  readonly server: InitServer;
  /** null where it was not started, or could not be listed. */
  readonly tools: readonly JsonObject[] | null;
  /** Why it could not be listed. Safe to show. */
  readonly problem: string | null;
  /** The address that a person signs in to first; null where none is needed, or there is one. */
  readonly signInUrl: string | null;
  readonly pack: MatchingPack | undefined;
  /** The command names what the pack reviewed. A server can list what another one does. */
  readonly isPackNamed: boolean;
}

const RUNNERS = /(?:^|[\\/])(?:npx|bunx|pnpx)(?:\.cmd)?$/;

/**
 * `npm:@scope/name` is named by the first word after `npx`, with or without a version, or by the place of the script in
 * `node_modules`. Any other word is an argument, and what stands after `@` may be another package.
 */
export const namesSource = ([command = '', ...args]: readonly string[], source: string): boolean => {
  const name = source.slice(source.indexOf(':') + 1);
  const at = args.findIndex((word) => !['-y', '--yes'].includes(word));
  const word = args[at] ?? '';
  if (RUNNERS.test(command))
    return word === name || (word.startsWith(`${name}@`) && /^[\w.^~-]+$/.test(word.slice(name.length + 1)));
  return [command, args[0] ?? ''].some((each) =>
    each.replaceAll('\\', '/').includes(`/node_modules/${name}/`),
  );
};

export const isWholePack = ({ tools, pack, isPackNamed }: SurveyedServer): boolean =>
  isPackNamed && tools !== null && pack !== undefined && pack.judged.length === tools.length;

export interface SurveyOptions {
  readonly machine: ClientMachine;
  /** How long a server may take to list its tools. */
  readonly seconds: number;
  hasSignIn(url: string): Promise<boolean>;
}

/** Only an address can want a sign-in: what a program says of itself does not count. */
const findSignInUrl = async (
  { draft }: InitServer,
  problem: string | null,
  { machine, hasSignIn }: SurveyOptions,
): Promise<string | null> => {
  if (draft.kind !== 'http' || problem === null || !/\bHTTP 401\b/.test(problem)) return null;
  const endpoint = runEndpoint({ draft }, machine.env);
  return endpoint.kind !== 'http' || (await hasSignIn(endpoint.url)) ? null : endpoint.url;
};

/** Starts each server once and lists its tools. A server of a project's file is not started. */
export const surveyServers = async (
  servers: readonly InitServer[],
  options: SurveyOptions,
): Promise<readonly SurveyedServer[]> => {
  const { machine, seconds } = options;
  const names = new FreeNames();
  const targets = new Map<InitServer, ScanTarget>();
  for (const server of servers) {
    if (server.isShared) continue;
    const { draft } = server;
    const name = names.take([...server.aliases][0] ?? 'server');
    targets.set(server, {
      server: name,
      trust: 'untrusted',
      from: describeSource(draft),
      said: describeDraft(draft),
      config: () => defaultServerConfig(name, draftEndpoint(draft, machine.env)),
    });
  }
  const { listed, failed } = await listServers([...targets.values()], seconds, () => undefined);
  const packs = listed.length === 0 ? [] : readShippedPacks();
  const survey = async (server: InitServer): Promise<SurveyedServer> => {
    const name = targets.get(server)?.server;
    const tools = listed.find((each) => each.server === name)?.tools ?? null;
    const pack = tools === null ? undefined : findMatchingPack({ tools }, packs);
    const problem = failed.find((each) => each.name === name)?.problem ?? null;
    const words = server.draft.kind === 'stdio' ? server.draft.words : [];
    return {
      server,
      tools,
      problem,
      signInUrl: await findSignInUrl(server, problem, options),
      pack,
      isPackNamed: pack !== undefined && namesSource(words, pack.pack.server),
    };
  };
  return await Promise.all(servers.map(survey));
};
