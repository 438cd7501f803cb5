import type { StoredSignIn, SignInMethod } from './stored-sign-in.ts';

/** A person who is signed in, in one browser. */
export interface SignInSession {
  /** By which consoles know it; no secret. */
  readonly name: string;
  readonly subject: string;
  readonly via: SignInMethod;
  readonly csrf: string;
  readonly endsAt: number;
  /** Aborted when it is over, for whatever waits on behalf of it. */
  readonly over: AbortSignal;
}

/** What a console remembers of it. */
export interface CachedSignIn extends SignInSession {
  readonly end: AbortController;
  /** The last request that is known here, of this process or another. */
  seenAt: number;
  /** When the person was last seen, as the other consoles know it. */
  writtenAt: number;
  version: number;
  readAt: number;
  /** The board may say something else by now. */
  stale: boolean;
  renewing: boolean;
  /** Streams that are to end with it. */
  held: number;
}

/** As it was read, not yet held against anything newer. */
export const cacheSignIn = (
  name: string,
  { subject, via, csrf, endsAt, seenAt }: StoredSignIn,
): CachedSignIn => {
  const end = new AbortController();
  return {
    name,
    subject,
    via,
    csrf,
    endsAt,
    over: end.signal,
    end,
    seenAt,
    writtenAt: seenAt,
    version: 0,
    readAt: 0,
    stale: true,
    renewing: false,
    held: 0,
  };
};
