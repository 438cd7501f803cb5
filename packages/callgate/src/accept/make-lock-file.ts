import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { advise } from '@callgate/catalogue';
import type { HintName, JsonObject } from '@callgate/core';
import { CallgateError, HINT_NAMES, display } from '@callgate/core';
import { acceptErrors } from '@callgate/messages/errors/accept';
import type {
  LockAdvice,
  LockedSuggestion,
  PinnedServer,
  Pins,
  ServerConfig,
  LockInput,
} from '@callgate/gateway/config';
import { loadLockModule } from '@callgate/gateway/config';
import type { SettingsFolder } from '@callgate/gateway/tools';
import { CONFIG_NAME, findConfig } from '../home/find-config.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { locateHomeStore } from '../home/locate-home-store.ts';
import { openHomeSettings } from '../home/open-home-settings.ts';
import { loadGatewaySetup } from '../home/load-gateway-setup.ts';
import { LOCK_NAME, lockBeside, readLockFile } from '../home/lock-file.ts';
import { now } from '../input/now.ts';

const MAX_TEXT = 160;

const shown = (text: string): string => display(text, { max: MAX_TEXT });

/** What a reviewer of each tool is told first, as it stands in a lock: short, and safe to show. */
const lockAdvice = async (server: string, pins: Pins): Promise<(tool: string) => LockAdvice> => {
  const { pinKey } = await loadLockModule();
  const siblings: readonly JsonObject[] = [...pins.values()]
    .filter(({ kind }) => kind === 'tool')
    .map(({ definition }) => definition);
  return (tool) => {
    const definition = pins.get(pinKey('tool', tool))?.definition;
    if (definition === undefined) return {};
    const { suggestions, doubts } = advise({ server, definition, siblings });
    const said = HINT_NAMES.flatMap((hint): readonly (readonly [HintName, LockedSuggestion])[] => {
      const suggestion = suggestions[hint];
      if (suggestion === undefined) return [];
      const { value, confidence, because } = suggestion;
      return [[hint, { value, confidence, because: shown(because[0] ?? '') }]];
    });
    const told = doubts.map(({ rule, message }) => `${rule}: ${shown(message)}`);
    return {
      ...(said.length === 0 ? {} : { suggestions: Object.fromEntries(said) }),
      ...(told.length === 0 ? {} : { doubts: told }),
    };
  };
};

export interface LockFileOptions {
  readonly config: string | undefined;
  readonly output: string | undefined;
  readonly here: string;
  readonly home: HomePaths;
  /** Only looks. */
  readonly check: boolean;
}

export interface LockFileResult {
  readonly path: string;
  readonly servers: number;
  readonly entries: number;
  /** What is there was as it should be. */
  readonly current: boolean;
  /** Of which nothing is pinned. */
  readonly unseen: readonly string[];
  /** Pinned for more than one command or url. */
  readonly several: readonly string[];
}

const lastSeen = ({ pins }: PinnedServer): number =>
  Math.max(0, ...[...pins.values()].map(({ firstSeen, changed }) => changed?.at ?? firstSeen));

/** Of every alias the command or url that was seen last. */
const latest = (all: readonly PinnedServer[]): readonly PinnedServer[] => {
  const byAlias = Map.groupBy(all, ({ server }) => server);
  return [...byAlias.values()].flatMap((some) =>
    some.toSorted((a, b) => lastSeen(b) - lastSeen(a)).slice(0, 1),
  );
};

/** Systems in containers may know no name for a user. */
const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return 'local';
  }
};

/** The local user. */
const LOCAL = 'local';

/** What a pack says stays in the pack: only what people decided here or in the lock goes into the lock. */
const toLockedServer = async (
  folder: SettingsFolder,
  pinned: PinnedServer,
  config?: ServerConfig,
): Promise<LockInput> => {
  const { operatorReviews } = await loadLockModule();
  const reviews = [...(config?.reviews ?? []), ...operatorReviews(folder, pinned)];
  return {
    ...pinned,
    reviews: reviews.map((review) => (review.by === LOCAL ? { ...review, by: userName() } : review)),
    overrides: config?.overrides ?? [],
    ...(config?.audience.identities === undefined ? {} : { identities: config.audience.identities }),
    advise: await lockAdvice(pinned.server, pinned.pins),
  };
};

interface LockPlan extends Pick<LockFileResult, 'unseen' | 'several'> {
  readonly path: string;
  readonly servers: readonly LockInput[];
}

const planLock = async ({ config: given, output, here, home }: LockFileOptions): Promise<LockPlan> => {
  const { PinFolder, serverIdentity } = await loadLockModule();
  const folder = await openHomeSettings(await locateHomeStore(process.env, undefined, given), home);
  const pins = new PinFolder(folder.folder('pins'));
  const places = [here, home.folder].map((at) => join(at, CONFIG_NAME));
  if (given === undefined && !places.some((path) => existsSync(path))) {
    const all = pins.list();
    const servers = latest(all);
    return {
      path: output ?? join(here, LOCK_NAME),
      servers: await Promise.all(servers.map((each) => toLockedServer(folder, each))),
      unseen: [],
      several: servers.flatMap(({ server }) =>
        all.filter((each) => each.server === server).length > 1 ? [server] : [],
      ),
    };
  }
  const at = findConfig(given, { here, home: home.folder });
  const { config } = (await loadGatewaySetup(at, home, { withoutPacks: true })).value;
  const servers = await Promise.all(
    config.servers.map(async (each) => {
      const identity = serverIdentity(each.reach);
      const pinned = { server: each.server, identity, pins: pins.read(each.server, identity) };
      return await toLockedServer(folder, pinned, each);
    }),
  );
  return {
    path: output ?? lockBeside(at.path),
    servers: servers.filter((each) => each.pins.size > 0),
    unseen: servers.filter((each) => each.pins.size === 0).map(({ server }) => server),
    several: [],
  };
};

const hasDrifted = ({ pins }: LockInput): boolean =>
  [...pins.values()].some(({ changed }) => changed !== undefined);

/** Writes a lock of what is pinned. What people decided in the one that is there stays, if it counted here. */
export const makeLockFile = async (wish: LockFileOptions): Promise<LockFileResult> => {
  const { AcceptedFiles, makeLock, writeLock } = await loadLockModule();
  const { path, servers, unseen, several } = await planLock(wish);
  if (servers.length === 0) throw new CallgateError(acceptErrors.lock.nothingPinned());
  const changed = servers.find(hasDrifted);
  if (changed !== undefined)
    throw new CallgateError(acceptErrors.lock.drifted({ server: display(changed.server) }));
  const accepted = new AcceptedFiles(wish.home.folder);
  const before = await readLockFile(path);
  // writing would make decisions of others one's own
  if (before !== null && !accepted.isAccepted('lock', before.text))
    throw new CallgateError(acceptErrors.lock.unaccepted({ path: display(path) }));
  const lock = makeLock(servers, before?.lock ?? null, {
    by: userName(),
    at: new Date(now().at).toISOString(),
  });
  const text = writeLock(lock);
  if (!wish.check && text !== before?.text) {
    const draft = `${path}.${process.pid}.new`;
    await writeFile(draft, text);
    await rename(draft, path);
    accepted.accept('lock', text, { path, at: now().at });
  }
  const sizes = Object.values(lock.servers).flatMap(({ tools, prompts, templates }) =>
    [tools, prompts, templates].map((entries) => Object.keys(entries).length),
  );
  return {
    path,
    servers: servers.length,
    entries: sizes.reduce((sum, size) => sum + size, 0),
    current: text === before?.text,
    unseen,
    several,
  };
};
