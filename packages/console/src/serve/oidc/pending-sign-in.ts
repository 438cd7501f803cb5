import type { Clock } from '@callgate/gate';
import type { SharedState } from '@callgate/gate/store';
import { z } from 'zod';
import { OneTimeTokens } from '../one-time-tokens.ts';

const ROUND_MS = 10 * 60_000;
const MOST_BEGUN = 1000;

/** What has to be known when a person comes back from their provider. */
export interface PendingSignIn {
  readonly nonce: string;
  readonly verifier: string;
  /** The digest of the secret of the browser that began: no other browser can finish the sign-in. */
  readonly browser: string;
}

const roundIn = z.strictObject({
  nonce: z.string().min(1),
  verifier: z.string().min(1),
  browser: z.string().min(1),
  endsAt: z.number(),
});

/** Sign-ins that are under way, by their state. */
export const createPendingSignIns = (board: SharedState, clock: Clock): OneTimeTokens<PendingSignIn> =>
  new OneTimeTokens({
    kind: 'sign-in-round',
    board,
    clock,
    lifeMs: ROUND_MS,
    most: MOST_BEGUN,
    shape: roundIn,
  });
