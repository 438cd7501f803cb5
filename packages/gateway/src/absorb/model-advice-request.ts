import type { Json, JsonObject } from '@callgate/core';
import { display, getOwn } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import { z } from 'zod';
import { INVALID_PARAMS } from '../wire/json-rpc.ts';
import { metaOrEmpty } from '../wire/request-meta.ts';
import { RpcFailure } from '../wire/rpc-failure.ts';

const texts = agentMessages.modelAdvice;

/** Where a client asks which model it should read the result with, and where it is told. */
export const MODEL_KEY = 'dev.callgate/model';

/** What a host says when it asks for a model. All of it is the host's own word and only leads to advice. */
export interface ModelAdviceRequest {
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

const askSchema = z.strictObject({
  current: name.optional(),
  explicit: name.optional(),
  contextTokens: tokens.optional(),
  budgetLeft: z.number().min(0).optional(),
  expected: z.strictObject({ input: tokens, output: tokens }).optional(),
  kept: z.record(name, tokens).optional(),
});

type SchemaIssue = z.core.$ZodIssue;

const issueText = (issue: SchemaIssue | undefined): string => {
  if (issue === undefined) return texts.shape;
  const place = display(issue.path.join('.'), { max: 80 });
  if (issue.code !== 'unrecognized_keys') {
    const problem = display(issue.message, { max: 120 });
    return place === '' ? problem : texts.at({ place, problem });
  }
  const keys = issue.keys.slice(0, 3).map((key) => `\`${display(key, { max: 80 })}\``);
  const known = place === '' ? Object.keys(askSchema.shape).join(', ') : 'input, output';
  return texts.keysUnknown({ keys: keys.join(', '), known });
};

export type ParsedAdviceRequest = { readonly ask: ModelAdviceRequest } | { readonly problem: string };

/** `true` asks without saying anything. A problem is safe to show. */
export const readAdviceRequest = (value: Json): ParsedAdviceRequest => {
  if (value === true) return { ask: {} };
  const read: z.ZodSafeParseResult<ModelAdviceRequest> = askSchema.safeParse(value);
  return read.success ? { ask: read.data } : { problem: issueText(read.error.issues[0]) };
};

/** What a request asks in its `_meta`; null where it asks for nothing. */
export const findAdviceRequest = (params: JsonObject): ModelAdviceRequest | null => {
  const value = getOwn(metaOrEmpty(params), MODEL_KEY);
  if (value === undefined) return null;
  const read = readAdviceRequest(value);
  if ('problem' in read)
    throw new RpcFailure({
      code: INVALID_PARAMS,
      message: texts.metaInvalid({ key: MODEL_KEY, problem: read.problem }),
    });
  return read.ask;
};
