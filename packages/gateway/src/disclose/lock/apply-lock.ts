import type { ToolReview } from '@callgate/core/disclose';
import { logMessages } from '@callgate/messages/log';
import type { ServerConfig } from '../../config/gateway-config.ts';
import { serverIdentity } from '../../config/server-identity.ts';
import type { PinnedKind } from '../pin-store.ts';
import type { Lock, LockedEntry, LockedServer } from './read-lock.ts';

const MEMBER: Readonly<Record<PinnedKind, 'tools' | 'prompts' | 'templates'>> = {
  tool: 'tools',
  prompt: 'prompts',
  template: 'templates',
};

export const findLockedEntry = (
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
  if (server.identity !== identity) return logMessages.quarantine.lockServer;
  const entry = findLockedEntry(server, kind, name);
  if (entry === undefined) return logMessages.quarantine.lockMissing;
  return entry.definition === digest ? null : logMessages.quarantine.lockDiffers;
};

export const findLockedServer = (lock: Lock | null, server: string): LockedServer | undefined =>
  lock !== null && Object.hasOwn(lock.servers, server) ? lock.servers[server] : undefined;

/** The classifications of an accepted lock. Each counts for exactly one definition. */
const lockReviews = (server: LockedServer): readonly ToolReview[] =>
  Object.values(server.tools).flatMap(({ definition, classification }) => {
    if (classification === undefined) return [];
    const { set, by, at, why } = classification;
    return [{ definition, set, by, at, reason: why }];
  });

/** The roles and directories of an accepted lock, as an operator's word on exactly one definition. */
const lockOverrides = (server: LockedServer): ServerConfig['overrides'] =>
  Object.entries(server.tools).flatMap(([tools, { definition, roles, directory }]) => {
    if (roles === undefined && directory === undefined) return [];
    const places = {
      ...(roles === undefined ? {} : { roles }),
      ...(directory === undefined ? {} : { directory }),
    };
    return [{ tools, override: { set: {}, definition, ...places, reason: logMessages.tools.fromLock } }];
  });

/**
 * What people decided in a lock, added to what the configuration says. Only for a lock that the operator of this
 * machine accepted: it can relax. What was decided about another command or url under the same alias does not count.
 */
export const applyLock = (configs: readonly ServerConfig[], lock: Lock): readonly ServerConfig[] =>
  configs.map((config) => {
    const locked = findLockedServer(lock, config.server);
    if (locked?.identity !== serverIdentity(config.reach)) return config;
    // what the configuration says of identities counts alone
    const identities = config.audience.identities ?? locked.identities;
    return {
      ...config,
      reviews: [...config.reviews, ...lockReviews(locked)],
      audience: identities === undefined ? config.audience : { ...config.audience, identities },
      overrides: [...lockOverrides(locked), ...config.overrides],
    };
  });
