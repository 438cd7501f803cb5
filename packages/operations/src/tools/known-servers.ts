import { basename } from 'node:path';
import type { TrustLevel } from '@callgate/core';
import type {
  ContractFile,
  Diagnosis,
  OperatorDecisionStore,
  PinnedServer,
  PinnedInventoryOptions,
  ServerInventory,
  InventoryTool,
  SettingsFolder,
  ViolationFile,
} from '@callgate/gateway/tools';
import { PinFolder, buildPinnedInventory, openSettings, serverIdentity } from '@callgate/gateway/tools';
import type { ServerConfig } from '@callgate/gateway/config';
import { ServerSecrets } from '@callgate/gateway/config';
import { operationMessages } from '@callgate/messages/operations';
import type { ServerProblem, ServerState } from '../api/tools.ts';

/** A server whose tools are known here, with all of them. */
export interface KnownServer {
  readonly server: string;
  readonly identity: string;
  readonly state: ServerState;
  readonly trust: TrustLevel;
  readonly reach: string | null;
  readonly tools: readonly InventoryTool[];
  readonly problems: readonly ServerProblem[];
}

/** The program or the address: arguments and queries may hold what is secret. */
const reachText = ({ reach }: ServerConfig): string => {
  if (reach.kind === 'stdio') return basename(reach.command);
  const url = URL.parse(reach.url);
  return url === null
    ? operationMessages.serverUrl
    : new ServerSecrets(reach).hide(`${url.origin}${url.pathname}`);
};

const problemsOf = (diagnoses: readonly Diagnosis[]): readonly ServerProblem[] =>
  diagnoses.map(({ what, code, message }) => ({ what, code, message }));

export const servedServer = (stocked: ServerInventory): KnownServer => {
  const { server, config, trust, tools, diagnoses } = stocked;
  return {
    server,
    identity: stocked.identity ?? serverIdentity(config.reach),
    state: stocked.identity === null ? 'unreached' : 'served',
    trust,
    reach: reachText(config),
    tools,
    problems: problemsOf(diagnoses),
  };
};

/** A server as it was last seen by anybody on this machine. */
export const pinnedServer = (
  pinned: PinnedServer,
  state: ServerState,
  options: PinnedInventoryOptions,
): KnownServer | undefined => {
  const stocked = buildPinnedInventory(pinned, options);
  if (stocked === undefined || stocked.tools.length === 0) return undefined;
  return {
    server: pinned.server,
    identity: pinned.identity,
    state,
    trust: stocked.trust,
    reach: options.config === undefined ? null : reachText(options.config),
    tools: stocked.tools,
    problems: problemsOf(stocked.diagnoses),
  };
};

/** What is pinned on this machine, read again only when it changed. */
export class PinnedServers {
  readonly book: PinFolder;
  #print: string | undefined;
  #pinned: readonly PinnedServer[] = [];

  constructor(home: string | SettingsFolder) {
    this.book = new PinFolder(openSettings(home).folder('pins'));
  }

  get print(): string {
    return this.book.print();
  }

  list(): readonly PinnedServer[] {
    const { print } = this;
    if (print !== this.#print) {
      this.#pinned = this.book.list();
      this.#print = print;
    }
    return this.#pinned;
  }
}

const keyOf = ({ server, identity }: { readonly server: string; readonly identity: string }): string =>
  `${server} ${identity}`;

export interface KnownServersOptions {
  readonly pinned: PinnedServers;
  readonly operator: OperatorDecisionStore;
  /** What sandboxes saw and held when they ran last. */
  readonly violations?: ViolationFile;
  readonly contracts?: ContractFile;
}

/** All servers: those that are served, and those that are known only from what was pinned. */
export class KnownServers {
  readonly #options: KnownServersOptions;
  #print: string | undefined;
  #elsewhere: ReadonlyMap<string, KnownServer> = new Map();

  constructor(options: KnownServersOptions) {
    this.#options = options;
  }

  /** `customHints` and what is configured decide what is believed of pinned ones. */
  all(
    stocked: readonly ServerInventory[],
    customHints: PinnedInventoryOptions['customHints'],
    revision: string,
  ): readonly KnownServer[] {
    const served = stocked.map(servedServer);
    const unreached = new Map(
      stocked.flatMap((each) => (each.identity === null ? [[keyOf(servedServer(each)), each] as const] : [])),
    );
    const { pinned, operator, violations, contracts } = this.#options;
    const there = new Set(served.filter(({ state }) => state === 'served').map(keyOf));
    const print = [revision, pinned.print, operator.print(), ...there, ...unreached.keys()].join('\n');
    if (print !== this.#print) {
      const found = new Map<string, KnownServer>();
      for (const each of pinned.list()) {
        const key = keyOf(each);
        if (there.has(key)) continue;
        const config = unreached.get(key)?.config;
        const known = pinnedServer(each, config === undefined ? 'elsewhere' : 'unreached', {
          operator,
          customHints,
          ...(violations === undefined ? {} : { violations }),
          ...(contracts === undefined ? {} : { contracts }),
          // trust counts once the server is there and its identity was looked at
          ...(config === undefined ? {} : { config: { ...config, trust: 'untrusted' } }),
        });
        if (known !== undefined) found.set(key, known);
      }
      this.#elsewhere = found;
      this.#print = print;
    }
    const elsewhere = this.#elsewhere;
    return [
      ...served.map((each) => {
        const before = elsewhere.get(keyOf(each));
        return before === undefined ? each : { ...before, problems: [...each.problems, ...before.problems] };
      }),
      ...[...elsewhere.values()].filter(({ state }) => state === 'elsewhere'),
    ];
  }
}
