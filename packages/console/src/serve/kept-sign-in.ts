import type { SignInNote, Via } from './sign-in-note.ts';

/** Somebody who is signed in, in one browser. */
export interface SignedIn {
  /** By which consoles know it; no secret. */
  readonly name: string;
  readonly subject: string;
  readonly via: Via;
  readonly csrf: string;
  readonly endsAt: number;
  /** Aborted when it is over, for whatever waits on behalf of it. */
  readonly over: AbortSignal;
}

/** What a console remembers of it. */
export interface Kept extends SignedIn {
  readonly end: AbortController;
  /** The last request that is known here, of this process or another. */
  seenAt: number;
  /** When somebody was seen last, as the others know it. */
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
export const rememberSignIn = (name: string, { subject, via, csrf, endsAt, seenAt }: SignInNote): Kept => {
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
