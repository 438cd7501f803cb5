import type { SharedItem } from '@callgate/gate/store';
import { z } from 'zod';
import { readSharedJson } from '@callgate/operations';

/** How a person signed in. */
export type SignInMethod =
  | { readonly kind: 'link' }
  | {
      readonly kind: 'team';
      /** By whose word, and which of their words. */
      readonly provider: string;
      /** As they were then. What each of them may do is as it is now. */
      readonly groups: readonly string[];
    };

/** What every console on one store knows of a signed-in person. */
export interface StoredSignIn {
  readonly subject: string;
  readonly via: SignInMethod;
  readonly csrf: string;
  readonly endsAt: number;
  /** When they asked for something, give or take how seldom it is written down. */
  readonly seenAt: number;
}

const noteIn = z.strictObject({
  subject: z.string(),
  via: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('link') }),
    z.strictObject({ kind: z.literal('team'), provider: z.string(), groups: z.array(z.string()) }),
  ]),
  csrf: z.string().min(1),
  endsAt: z.number(),
  seenAt: z.number(),
});

export const writeSignIn = ({ subject, via, csrf, endsAt, seenAt }: StoredSignIn): string =>
  JSON.stringify({ subject, via, csrf, endsAt, seenAt });

/** Undefined: it was written by another version, and signs nobody in. */
export const readSignIn = ({ text }: SharedItem): StoredSignIn | undefined => readSharedJson(text, noteIn);
