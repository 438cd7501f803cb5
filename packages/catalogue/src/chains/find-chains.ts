import type { Chain } from '../chain.ts';
import type { ListedServer } from '../listed.ts';

/** What an attacker could make an agent do with these servers while nobody is asked. */
export const findChains = (_servers: readonly ListedServer[]): readonly Chain[] => [];
