import type { ServerConfig } from '../../config/config.ts';
import { identityOf } from '../../config/server-identity.ts';
import type { Lock } from './lock.ts';
import { lockOverrides, lockReviews, lockedServer } from './lock.ts';

/** What the configuration says of them counts alone. */
const audienceOf = ({ server, audience }: ServerConfig, lock: Lock): ServerConfig['audience'] => {
  const identities = audience.identities ?? lockedServer(lock, server)?.identities;
  return identities === undefined ? audience : { ...audience, identities };
};

/**
 * What people decided in a lock, added to what the configuration says. Only for a lock that the operator of this
 * machine accepted: it can relax. What was decided about another command or url under the same alias does not count.
 */
export const withLock = (configs: readonly ServerConfig[], lock: Lock): readonly ServerConfig[] =>
  configs.map((config) =>
    lockedServer(lock, config.server)?.identity === identityOf(config.reach)
      ? {
          ...config,
          reviews: [...config.reviews, ...lockReviews(lock, config.server)],
          audience: audienceOf(config, lock),
          overrides: [...lockOverrides(lock, config.server), ...config.overrides],
        }
      : config,
  );
