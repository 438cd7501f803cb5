import type { ServerConfig } from '../../config/config.ts';
import type { Lock } from './lock.ts';
import { lockOverrides, lockReviews } from './lock.ts';

/**
 * What people decided in a lock, added to what the configuration says. Only for a lock that the operator of this
 * machine accepted: it can relax.
 */
export const withLock = (configs: readonly ServerConfig[], lock: Lock): readonly ServerConfig[] =>
  configs.map((config) => ({
    ...config,
    reviews: [...config.reviews, ...lockReviews(lock, config.server)],
    overrides: [...lockOverrides(lock, config.server), ...config.overrides],
  }));
