import type { Json, JsonObject } from '@callgate/core';
import { own } from '@callgate/core';
import { z } from 'zod';
import { metaIn } from '../wire/request-meta.ts';
import { invalid } from './reply.ts';

/** Where a client asks which model it should read the result with, and where it is told. */
export const MODEL_KEY = 'dev.callgate/model';

/** What a host says when it asks for a model. All of it is the host's own word and only leads to advice. */
export interface ModelAsk {
  /** What it would use by itself. */
  readonly current?: string | undefined;
  /** What its user chose. */
  readonly explicit?: string | undefined;
  readonly contextTokens?: number | undefined;
  readonly budgetLeft?: number | undefined;
  readonly expected?: { readonly input: number; readonly output: number } | undefined;
  /** What each model has read before and its provider keeps, by name. */
  readonly kept?: Readonly<Record<string, number>> | undefined;
}

const name = z.string().min(1).max(256);
const tokens = z.int().min(0).max(1_000_000_000);

const askSchema: z.ZodType<ModelAsk> = z.strictObject({
  current: name.optional(),
  explicit: name.optional(),
  contextTokens: tokens.optional(),
  budgetLeft: z.number().min(0).optional(),
  expected: z.strictObject({ input: tokens, output: tokens }).optional(),
  kept: z.record(name, tokens).optional(),
});

/** Undefined where it is none. */
export const readModelAsk = (value: Json): ModelAsk | undefined =>
  value === true ? {} : askSchema.safeParse(value).data;

/** What a request asks in its `_meta`; null where it asks for nothing. */
export const modelAskIn = (params: JsonObject): ModelAsk | null => {
  const value = own(metaIn(params), MODEL_KEY);
  if (value === undefined) return null;
  const ask = readModelAsk(value);
  if (ask === undefined)
    throw invalid(
      `params._meta["${MODEL_KEY}"] is neither true nor what a host says when it asks for a model`,
    );
  return ask;
};
