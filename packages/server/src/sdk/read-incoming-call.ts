import type { JsonObject } from '@callgate/core';
import { CallgateError, isJsonObject, getOwn, canonical } from '@callgate/core';
import { guardMessages } from '@callgate/messages/guard';
import { guardErrors } from '@callgate/messages/errors/guard';
import { z } from 'zod';
import { digestText } from '@callgate/core/receive';
import type { PersonChannel, IncomingCall } from '../calls/incoming-call.ts';
import { isSealedForm, QUESTION_KEY } from '../calls/confirm-call.ts';
import { CLIENT_CAPABILITIES_KEY } from '../calls/keys.ts';
import type { LowLevelServer } from './shapes.ts';

const textOf = (auth: unknown): string | undefined => {
  try {
    const text = JSON.stringify(auth);
    return text === undefined ? undefined : canonical(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** Names that an authenticated caller is commonly known by. */
const NAMES = ['clientId', 'sub', 'userId', 'id'] as const;

const nameIn = (auth: unknown): string | undefined =>
  NAMES.map((key) => (isJsonObject(auth) && Object.hasOwn(auth, key) ? auth[key] : undefined)).find(
    (name) => typeof name === 'string' && name !== '',
  ) as string | undefined;

const digestOf = (...parts: readonly string[]): string => digestText('server-caller', JSON.stringify(parts));

/** The name of the authenticated caller. Callers without a name of their own are told apart by a digest. */
const clientName = (auth: unknown, connection: string | undefined): string | undefined => {
  if (auth === undefined || auth === null) return undefined;
  return nameIn(auth) ?? `authenticated:${digestOf(textOf(auth) ?? '', connection ?? '').slice(7, 23)}`;
};

/**
 * What tells an authenticated caller from others. A client's name is not enough, because many people use one client:
 * the token counts, or all that was authenticated. Undefined where nothing does.
 */
const proofOf = (auth: unknown, connection: string | undefined): string | undefined => {
  if (auth === undefined || auth === null) return undefined;
  const token = isJsonObject(auth) && Object.hasOwn(auth, 'token') ? auth['token'] : undefined;
  if (typeof token === 'string' && token !== '') return digestOf('token', token);
  const text = textOf(auth);
  if (text !== undefined && nameIn(auth) !== undefined) return digestOf('auth', text);
  return connection === undefined ? undefined : digestOf('auth', text ?? '', connection);
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A member of whatever an SDK gave. */
export const memberOf = (value: unknown, key: string): unknown =>
  isObject(value) && key in value ? (value as Record<string, unknown>)[key] : undefined;

/** A form can be shown: `elicitation` without modes means forms. */
export const canElicit = (capabilities: unknown): boolean => {
  const elicitation = memberOf(capabilities, 'elicitation');
  if (!isObject(elicitation)) return false;
  return Object.keys(elicitation).length === 0 || isObject(memberOf(elicitation, 'form'));
};

const ANSWER: z.ZodType = z.looseObject({});

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

const NOBODY_TO_ASK: PersonChannel = { type: 'nobody', why: guardMessages.cannotAsk.client };

const findState = (mcpReq: unknown): unknown => {
  const state = memberOf(mcpReq, 'requestState');
  return typeof state === 'function' ? state() : state;
};

/** Version 2 gives everything about a request in `mcpReq`. */
const personChannelV2 = (server: LowLevelServer, mcpReq: unknown): PersonChannel => {
  const envelope = memberOf(mcpReq, 'envelope');
  const capabilities = isObject(envelope)
    ? memberOf(envelope, CLIENT_CAPABILITIES_KEY)
    : server.getClientCapabilities();
  if (!canElicit(capabilities)) return NOBODY_TO_ASK;
  const given = findState(mcpReq);
  return {
    type: 'input-required',
    responses: objectOf(memberOf(mcpReq, 'inputResponses')),
    state: typeof given === 'string' ? given : undefined,
  };
};

const personChannelV1 = (server: LowLevelServer, context: unknown): PersonChannel => {
  const send = memberOf(context, 'sendRequest');
  if (typeof send !== 'function' || !canElicit(server.getClientCapabilities())) return NOBODY_TO_ASK;
  return {
    type: 'elicitation',
    ask: async (params, timeout) =>
      (await send({ method: 'elicitation/create', params }, ANSWER, {
        timeout,
        ...findSignal(context),
      })) as unknown,
  };
};

/**
 * What the transport knows of the caller. Requests over HTTP without a session come from anybody; every other
 * connection has one caller.
 */
const callerIn = (
  context: unknown,
  connection: string,
): Pick<IncomingCall, 'caller' | 'proof' | 'connection'> => {
  const auth = memberOf(context, 'authInfo') ?? memberOf(memberOf(context, 'http'), 'authInfo');
  const session = memberOf(context, 'sessionId');
  const isHttp = memberOf(context, 'http') !== undefined || memberOf(context, 'requestInfo') !== undefined;
  return identifyCaller(
    auth,
    typeof session === 'string' ? session : undefined,
    isHttp ? undefined : connection,
  );
};

export const identifyCaller = (
  auth: unknown,
  session: string | undefined,
  connection: string | undefined,
): Pick<IncomingCall, 'caller' | 'proof' | 'connection'> => {
  const narrow = session ?? connection;
  const client = clientName(auth, narrow);
  const isAuthenticated = auth !== undefined && auth !== null;
  const proof = isAuthenticated
    ? proofOf(auth, narrow)
    : session === undefined
      ? undefined
      : `session:${session}`;
  return {
    caller: {
      ...(client === undefined ? {} : { client }),
      ...(session === undefined ? {} : { session }),
      ...(isAuthenticated ? { auth } : {}),
    },
    ...(proof === undefined ? {} : { proof }),
    ...(connection === undefined ? {} : { connection }),
  };
};

export const findSignal = (context: unknown): { readonly signal?: AbortSignal } => {
  const signal = memberOf(context, 'signal');
  return signal instanceof AbortSignal ? { signal } : {};
};

/** A `tools/call` as the guard takes it. */
export const readIncomingCall = (
  server: LowLevelServer,
  connection: string,
  request: unknown,
  context: unknown,
): IncomingCall => {
  const params = objectOf(memberOf(request, 'params'));
  const mcpReq = memberOf(context, 'mcpReq');
  return {
    tool: String(getOwn(params, 'name')),
    args: objectOf(getOwn(params, 'arguments')),
    meta: objectOf(getOwn(params, '_meta') ?? memberOf(mcpReq, '_meta') ?? memberOf(context, '_meta')),
    ...callerIn(context, connection),
    asking: isObject(mcpReq) ? personChannelV2(server, mcpReq) : personChannelV1(server, context),
    ...findSignal(isObject(mcpReq) ? mcpReq : context),
  };
};

/** How an author's server checks states of its own, where version 2 was given a way. */
export type StateVerifier = (state: string, context: unknown) => unknown;

/** Version 2 checks every state before a handler runs. Ours are not the author's: their way gets what is inside. */
export const takeStateCheck = (server: LowLevelServer): StateVerifier | undefined => {
  const verify = memberOf(server, '_requestStateVerify');
  if (typeof verify !== 'function') return undefined;
  const original: StateVerifier = (state, context) => verify.call(server, state, context) as unknown;
  Object.assign(server, {
    _requestStateVerify: (state: string, context: unknown) =>
      isSealedForm(state) ? undefined : original(state, context),
  });
  return original;
};

const verifyInnerState = async (verify: StateVerifier, inner: string, context: object): Promise<unknown> => {
  try {
    return (await verify(inner, context)) ?? inner;
  } catch {
    throw new CallgateError(guardErrors.stateInvalid());
  }
};

/** The context for a handler: what was between the guard and a person is not its business. */
export const handlerContext = async (
  context: object,
  inner: string | undefined,
  verify: StateVerifier | undefined,
): Promise<object> => {
  const mcpReq = memberOf(context, 'mcpReq');
  const state = findState(mcpReq);
  if (!isObject(mcpReq) || typeof state !== 'string' || !isSealedForm(state)) return context;
  const value =
    inner === undefined || verify === undefined ? inner : await verifyInnerState(verify, inner, context);
  const { [QUESTION_KEY]: _, ...responses } = objectOf(memberOf(mcpReq, 'inputResponses'));
  return {
    ...context,
    mcpReq: {
      ...mcpReq,
      inputResponses: Object.keys(responses).length === 0 ? undefined : responses,
      requestState: () => value,
    },
  };
};
