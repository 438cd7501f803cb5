import type { Running, Upstream } from './fixture-process.ts';

/**
 * Starts the gateway with one server behind it, in the mode that the suite needs: unprefixed names, no token,
 * server-to-client requests on, trust `owned`. Undefined means that the scenarios through it are skipped.
 */
export const throughGateway: ((upstream: Upstream) => Promise<Running>) | undefined = undefined;
