import { randomInt } from 'node:crypto';
import { canonical, isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { z } from 'zod';
import type { Keys } from '../record/keys.ts';
import type { AllowChoice } from './allow-offers.ts';
import { ALLOW_CHOICES } from './allow-offers.ts';

/** Says what was asked over the agent's own connection, and when. Only a gate with the same keys can write or read it. */
export interface InBandReceipt {
  readonly call: string;
  readonly binding: string;
  /** What the person types to approve; null where the connection can only say yes or no. */
  readonly code: string | null;
  readonly sentAt: number;
  /** How many characters the question had. */
  readonly shown: number;
  /** The question showed all that a yes is bound to. */
  readonly canApprove: boolean;
  /** What the person could choose besides this call only. */
  readonly allows?: readonly AllowChoice[];
}

const ABOUT = 'in-band-receipt';
/** Nothing that looks like something else. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const CODE_LENGTH = 4;

export const mintCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');

export const isMatchingCode = (typed: string | undefined, code: string): boolean =>
  typed !== undefined && typed.trim().toUpperCase() === code;

const receiptSchema: z.ZodType<InBandReceipt> = z.strictObject({
  call: z.string(),
  binding: z.string(),
  code: z.string().length(CODE_LENGTH).nullable(),
  sentAt: z.number(),
  shown: z.number(),
  canApprove: z.boolean(),
  allows: z.array(z.enum(ALLOW_CHOICES)).exactOptional(),
});

export const sealReceipt = (keys: Keys, receipt: InBandReceipt): string =>
  keys.encrypt(canonical({ ...receipt }), ABOUT);

/** Undefined where no gate of ours wrote it. */
export const openReceipt = (keys: Keys, sealed: string): InBandReceipt | undefined => {
  try {
    const opened = parseStrict(keys.decrypt(sealed, ABOUT));
    return isJsonObject(opened) ? receiptSchema.parse(opened) : undefined;
  } catch {
    return undefined;
  }
};
