import { randomUUID, createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { JsonObject } from '@callgate/core';
import { CallgateError, canonical, HINTS, isJsonObject, getOwn } from '@callgate/core';
import { digest, parseStrict, displayJson } from '@callgate/core/receive';
import { guardMessages } from '@callgate/messages/guard';
import { guardErrors } from '@callgate/messages/errors/guard';
import { z } from 'zod';
import type { PersonChannel } from './incoming-call.ts';
import { CannotAskError } from './incoming-call.ts';
import type { DeclaredLimits } from './guarded-tool.ts';
import { ExpiringMap } from './expiring-map.ts';
import type { GuardRefusal } from './guard-refusal.ts';
import { refusal } from './guard-refusal.ts';

/** The one member of `inputRequests` that the guard asks by. */
export const QUESTION_KEY = 'callgate-confirmation';

/** People are shown all or nothing: the author of the arguments must not choose what is left out. */
const MAX_SHOWN = 50_000;
const SHOWN_HINTS = ['readOnly', 'destructive', 'openWorld', 'reversible', 'sensitiveData'] as const;

const badges = ({ answers }: DeclaredLimits): string =>
  SHOWN_HINTS.flatMap((hint) => {
    const answer = answers[hint];
    return answer === 'unknown' ? [] : [HINTS[hint].badge[answer]];
  }).join(', ');

/** A form with one box, as `elicitation/create` takes it; undefined where the arguments are too long to be shown. */
const questionAbout = (
  call: DeclaredLimits,
  args: JsonObject,
  reasons: readonly string[],
): JsonObject | undefined => {
  const shown = displayJson(args, { lines: true });
  if (shown.length > MAX_SHOWN) return undefined;
  return {
    mode: 'form',
    message: [
      guardMessages.question.title({ tool: call.tool, reasons: reasons.join('; ') }),
      ...(badges(call) === '' ? [] : [guardMessages.question.declared({ hints: badges(call) })]),
      guardMessages.question.args({ args: shown }),
    ].join('\n'),
    requestedSchema: {
      type: 'object',
      properties: {
        confirm: {
          type: 'boolean',
          title: guardMessages.question.run,
          description: guardMessages.question.runMore,
        },
      },
      required: ['confirm'],
    },
  };
};

type PersonAnswer = 'agreed' | 'refused' | 'unreadable';

/** Only a plain yes is one. */
const readPersonAnswer = (answer: unknown): PersonAnswer => {
  if (!isJsonObject(answer)) return 'unreadable';
  const action = getOwn(answer, 'action');
  if (action === 'decline' || action === 'cancel') return 'refused';
  if (action !== 'accept') return 'unreadable';
  const content = getOwn(answer, 'content');
  return isJsonObject(content) && getOwn(content, 'confirm') === true ? 'agreed' : 'refused';
};

/** What a client carries for us between a question and its answer. */
const confirmationStateSchema = z.strictObject({
  nonce: z.string(),
  tool: z.string(),
  /** Digest of the canonical arguments. */
  arguments: z.string(),
  principal: z.string(),
  /** What told the caller from others. */
  proof: z.string(),
  /** Digest of the server, the definition, the class of the call and why it was asked about. */
  about: z.string(),
  endsAt: z.number(),
  /** A person agreed already; the handler asked for more after that. */
  agreed: z.boolean(),
  /** The handler's own state. */
  inner: z.string().exactOptional(),
});
type ConfirmationState = z.infer<typeof confirmationStateSchema>;

const PREFIX = 'cg1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

let ownKey: Buffer | undefined;

const MIN_KEY_BYTES = 32;

/** A key of this process; an author who runs several processes gives one. Servers of other names have other keys. */
export const sealingKey = (given: string | Uint8Array | undefined, server: string): Buffer => {
  if (given !== undefined && Buffer.from(given).length < MIN_KEY_BYTES)
    throw new CallgateError(guardErrors.keyTooShort({ bytes: MIN_KEY_BYTES }));
  ownKey ??= randomBytes(MIN_KEY_BYTES);
  return createHmac('sha256', given ?? ownKey)
    .update(`callgate-server:request-state:${server}`)
    .digest();
};

const seal = (key: Buffer, carried: ConfirmationState): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(canonical({ ...carried }), 'utf8'), cipher.final()]);
  return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
};

/** It has the form of a state of ours; whether it is one, `unseal` knows. */
export const isSealedForm = (state: string): boolean => state.startsWith(PREFIX);

/** Undefined where it is not ours or was changed. */
const unseal = (key: Buffer, state: string): ConfirmationState | undefined => {
  if (!isSealedForm(state)) return undefined;
  try {
    const bytes = Buffer.from(state.slice(PREFIX.length), 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return confirmationStateSchema.parse(parseStrict(body.toString('utf8')));
  } catch {
    return undefined;
  }
};

const ELICIT_MS = 50_000;
const CARRY_MS = 600_000;
const MOST_USED = 100_000;

/** What a call is asked about, and bound to. */
export interface ConfirmableCall {
  readonly call: DeclaredLimits;
  readonly args: JsonObject;
  readonly principal: string;
  /** What tells the caller from others; empty where nothing does. */
  readonly proof: string;
  /** Digest of the tool's definition. */
  readonly definition: string;
  readonly reasons: readonly string[];
}

export interface ConfirmationParts {
  readonly key: Buffer;
  /** The manifest's name. */
  readonly server: string;
  readonly answerMs: number | undefined;
  readonly clock: () => number;
}

export type Confirmation =
  /** `inner` is the handler's own state, where it had one. */
  | { readonly type: 'go'; readonly inner?: string }
  | { readonly type: 'ask'; readonly result: JsonObject }
  | { readonly type: 'refuse'; readonly refusal: GuardRefusal };

/** Approvals count once in a process; their end is short because other processes do not know of them. */
const usedApprovals = new ExpiringMap<true>(MOST_USED);

const argumentsDigest = (args: JsonObject): string => digest('server-arguments', args);

/** What the person was told of the call. Whatever of it changed is asked about anew. */
const questionDigest = (
  { server }: ConfirmationParts,
  { call, definition, reasons }: ConfirmableCall,
): string =>
  digest('server-asked', {
    server,
    definition,
    reasons,
    answers: { ...call.answers },
    sets: { ...call.sets },
  });

const sealState = (
  parts: ConfirmationParts,
  wanted: ConfirmableCall,
  more: Pick<ConfirmationState, 'agreed' | 'inner'>,
): string =>
  seal(parts.key, {
    nonce: randomUUID(),
    tool: wanted.call.tool,
    arguments: argumentsDigest(wanted.args),
    principal: wanted.principal,
    proof: wanted.proof,
    about: questionDigest(parts, wanted),
    endsAt: parts.clock() + (parts.answerMs ?? CARRY_MS),
    ...more,
  });

const isStateFor = (carried: ConfirmationState, { call, args, principal, proof }: ConfirmableCall): boolean =>
  carried.tool === call.tool &&
  carried.arguments === argumentsDigest(args) &&
  carried.principal === principal &&
  carried.proof === proof;

const refuseConfirmation = (code: GuardRefusal['code'], text: string): Confirmation => ({
  type: 'refuse',
  refusal: refusal(code, text),
});

const nobodyToAsk = (tool: string, why: string): Confirmation =>
  refuseConfirmation(
    'NOBODY_TO_ASK',
    guardMessages.notRun({ tool, reason: guardMessages.refusals.cannotAsk({ why }) }),
  );

const tooLongToAsk = (tool: string): Confirmation =>
  refuseConfirmation(
    'TOO_LONG_TO_ASK',
    guardMessages.notRun({ tool, reason: guardMessages.refusals.tooLongToAsk }),
  );

const askForInput = (parts: ConfirmationParts, wanted: ConfirmableCall): Confirmation => {
  const params = questionAbout(wanted.call, wanted.args, wanted.reasons);
  if (params === undefined) return tooLongToAsk(wanted.call.tool);
  return {
    type: 'ask',
    result: {
      resultType: 'input_required',
      inputRequests: { [QUESTION_KEY]: { method: 'elicitation/create', params } },
      requestState: sealState(parts, wanted, { agreed: false }),
    },
  };
};

const takeAnswer = (
  parts: ConfirmationParts,
  wanted: ConfirmableCall,
  asking: PersonChannel & { readonly type: 'input-required' },
  state: string,
): Confirmation => {
  const { tool } = wanted.call;
  const carried = unseal(parts.key, state);
  if (carried === undefined || !isStateFor(carried, wanted))
    return refuseConfirmation(
      'STATE_INVALID',
      guardMessages.notRun({ tool, reason: guardMessages.refusals.stateOfOther }),
    );
  if (carried.about !== questionDigest(parts, wanted)) return askForInput(parts, wanted);
  const now = parts.clock();
  if (now >= carried.endsAt)
    return refuseConfirmation(
      'NO_ANSWER',
      guardMessages.notRun({ tool, reason: guardMessages.refusals.answerLate }),
    );
  if (usedApprovals.get(carried.nonce, now) === true)
    return refuseConfirmation(
      'STATE_INVALID',
      guardMessages.notRun({ tool, reason: guardMessages.refusals.answerUsed }),
    );
  usedApprovals.set(carried.nonce, true, carried.endsAt);
  const word = carried.agreed ? 'agreed' : readPersonAnswer(asking.responses[QUESTION_KEY]);
  if (word !== 'agreed')
    return refuseConfirmation(
      'PERSON_REFUSED',
      guardMessages.notRun({ tool, reason: guardMessages.refusals.denied }),
    );
  return { type: 'go', ...(carried.inner === undefined ? {} : { inner: carried.inner }) };
};

const elicit = async (
  parts: ConfirmationParts,
  wanted: ConfirmableCall,
  asking: PersonChannel & { readonly type: 'elicitation' },
): Promise<Confirmation> => {
  const { tool } = wanted.call;
  const params = questionAbout(wanted.call, wanted.args, wanted.reasons);
  if (params === undefined) return tooLongToAsk(tool);
  try {
    const word = readPersonAnswer(await asking.ask(params, parts.answerMs ?? ELICIT_MS));
    if (word === 'agreed') return { type: 'go' };
    return refuseConfirmation(
      'PERSON_REFUSED',
      guardMessages.notRun({ tool, reason: guardMessages.refusals.denied }),
    );
  } catch (error) {
    if (error instanceof CannotAskError) return nobodyToAsk(tool, error.message);
    return refuseConfirmation(
      'NO_ANSWER',
      guardMessages.notRun({ tool, reason: guardMessages.refusals.unanswered }),
    );
  }
};

/** Gets a person's approval of one call. Everything but a plain yes in time is a no. */
export const confirmCall = async (
  parts: ConfirmationParts,
  wanted: ConfirmableCall,
  asking: PersonChannel,
): Promise<Confirmation> => {
  switch (asking.type) {
    case 'input-required':
      if (asking.state === undefined || !isSealedForm(asking.state)) return askForInput(parts, wanted);
      return takeAnswer(parts, wanted, asking, asking.state);
    case 'elicitation':
      return await elicit(parts, wanted, asking);
    case 'nobody':
      return nobodyToAsk(wanted.call.tool, asking.why);
    default:
      return asking satisfies never;
  }
};

/** A handler asked for more after a person agreed: its state travels inside ours, so that the agreement is not lost. */
export const wrapHandlerState = (
  parts: ConfirmationParts,
  wanted: ConfirmableCall,
  result: JsonObject,
): JsonObject => {
  const { requestState } = result;
  return {
    ...result,
    requestState: sealState(parts, wanted, {
      agreed: true,
      ...(typeof requestState === 'string' ? { inner: requestState } : {}),
    }),
  };
};
