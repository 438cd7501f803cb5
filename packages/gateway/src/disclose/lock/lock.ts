import type { Override, Review } from '@callgate/core/disclose';
import type { Role } from '@callgate/core/vocabulary';
import type { PinnedKind } from '../pins.ts';

/** What somebody decided about a tool, with their name to it. */
export interface Classification {
  readonly set: Readonly<Record<string, 'yes' | 'no'>>;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  readonly why: string;
}

/** What was suggested to whoever reviewed. */
export interface LockedSuggestion {
  readonly value: 'yes' | 'no';
  readonly confidence: number;
  /** The strongest evidence, safe to show. */
  readonly because: string;
}

/** What whoever reviewed was told first. Nothing is believed because it stands here. */
export interface LockAdvice {
  readonly suggestions?: Readonly<Record<string, LockedSuggestion>>;
  /** Why to look twice, safe to show. */
  readonly doubts?: readonly string[];
}

export interface LockedEntry extends LockAdvice {
  /** Digest of the definition. */
  readonly definition: string;
  /** What the definition claims, for whoever reads the file. Nothing is believed because it stands here. */
  readonly claims?: Readonly<Record<string, 'yes' | 'no'>>;
  readonly classification?: Classification;
  /** By decided hint: how the decision stands to what was claimed and suggested, for whoever reads the file. */
  readonly evidence?: Readonly<Record<string, string>>;
  readonly roles?: Readonly<Record<string, Role>>;
  readonly directory?: boolean;
}

type Entries = Readonly<Record<string, LockedEntry>>;

export interface LockedServer {
  /** Digest of the command or url. */
  readonly identity: string;
  /** The addresses and accounts there of whoever works with it. */
  readonly identities?: readonly string[];
  readonly tools: Entries;
  readonly prompts: Entries;
  readonly templates: Entries;
}

/** `callgate.lock.yaml`: what was pinned and reviewed, to be looked at and shared. */
export interface Lock {
  readonly version: 1;
  readonly servers: Readonly<Record<string, LockedServer>>;
}

const MEMBER: Readonly<Record<PinnedKind, 'tools' | 'prompts' | 'templates'>> = {
  tool: 'tools',
  prompt: 'prompts',
  template: 'templates',
};

export const lockedEntry = (
  server: LockedServer,
  kind: PinnedKind,
  name: string,
): LockedEntry | undefined => {
  const entries = server[MEMBER[kind]];
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
};

/** Why a definition is not the locked one, or null. It holds whether or not the lock was accepted: it only tightens. */
export const lockMismatch = (
  server: LockedServer,
  identity: string,
  kind: PinnedKind,
  name: string,
  digest: string,
): string | null => {
  if (server.identity !== identity) return 'the lock file knows its server by another command or url';
  const entry = lockedEntry(server, kind, name);
  if (entry === undefined) return 'it is not in the lock file';
  return entry.definition === digest ? null : 'its definition is not the one in the lock file';
};

export const lockedServer = (lock: Lock | null, server: string): LockedServer | undefined =>
  lock !== null && Object.hasOwn(lock.servers, server) ? lock.servers[server] : undefined;

/** The classifications of an accepted lock. Each counts for exactly one definition. */
export const lockReviews = (lock: Lock, server: string): readonly Review[] =>
  Object.values(lockedServer(lock, server)?.tools ?? {}).flatMap(({ definition, classification }) =>
    classification === undefined
      ? []
      : [
          {
            definition,
            set: classification.set,
            by: classification.by,
            at: classification.at,
            reason: classification.why,
          },
        ],
  );

/** The roles and directories of an accepted lock, as an operator's word on exactly one definition. */
export const lockOverrides = (
  lock: Lock,
  server: string,
): readonly { readonly tools: string; readonly override: Override }[] =>
  Object.entries(lockedServer(lock, server)?.tools ?? {}).flatMap(
    ([tools, { definition, roles, directory }]) =>
      roles === undefined && directory === undefined
        ? []
        : [
            {
              tools,
              override: {
                set: {},
                definition,
                ...(roles === undefined ? {} : { roles }),
                ...(directory === undefined ? {} : { directory }),
                reason: 'from the lock file',
              },
            },
          ],
  );
