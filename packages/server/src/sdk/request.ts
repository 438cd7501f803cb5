import type { JsonObject } from '@callgate/core';
import { CallgateError, isJsonObject, own, canonical } from '@callgate/core';
import { z } from 'zod';
import { digestText } from '@callgate/core/receive';
import type { Asking, Incoming } from '../desk/asking.ts';
import { looksSealed, QUESTION_KEY } from '../desk/confirm.ts';
import { CLIENT_CAPABILITIES_KEY } from '../desk/keys.ts';
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

/** What to call whoever was authenticated. Callers without a name of their own are told apart by a digest. */
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
export const at = (value: unknown, key: string): unknown =>
  isObject(value) && key in value ? (value as Record<string, unknown>)[key] : undefined;

/** A form can be shown: `elicitation` without modes means forms. */
export const canElicit = (capabilities: unknown): boolean => {
  const elicitation = at(capabilities, 'elicitation');
  if (!isObject(elicitation)) return false;
  return Object.keys(elicitation).length === 0 || isObject(at(elicitation, 'form'));
};

const ANSWER: z.ZodType = z.looseObject({});

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

const NOBODY: Asking = { type: 'nobody', why: 'this client cannot show a question' };

const stateIn = (mcpReq: unknown): unknown => {
  const state = at(mcpReq, 'requestState');
  return typeof state === 'function' ? state() : state;
};

/** Version 2 gives everything about a request in `mcpReq`. */
const askingInV2 = (server: LowLevelServer, mcpReq: unknown): Asking => {
  const envelope = at(mcpReq, 'envelope');
  const capabilities = isObject(envelope)
    ? at(envelope, CLIENT_CAPABILITIES_KEY)
    : server.getClientCapabilities();
  if (!canElicit(capabilities)) return NOBODY;
  const given = stateIn(mcpReq);
  return {
    type: 'input-required',
    responses: objectOf(at(mcpReq, 'inputResponses')),
    state: typeof given === 'string' ? given : undefined,
  };
};

const askingInV1 = (server: LowLevelServer, context: unknown): Asking => {
  const send = at(context, 'sendRequest');
  if (typeof send !== 'function' || !canElicit(server.getClientCapabilities())) return NOBODY;
  return {
    type: 'elicitation',
    ask: async (params, timeout) =>
      (await send({ method: 'elicitation/create', params }, ANSWER, {
        timeout,
        ...signalIn(context),
      })) as unknown,
  };
};

/**
 * What the transport knows of whoever calls. Requests over HTTP without a session come from anybody; every other
 * connection has one caller.
 */
const whoIn = (context: unknown, connection: string): Pick<Incoming, 'caller' | 'proof' | 'connection'> => {
  const auth = at(context, 'authInfo') ?? at(at(context, 'http'), 'authInfo');
  const session = at(context, 'sessionId');
  const isHttp = at(context, 'http') !== undefined || at(context, 'requestInfo') !== undefined;
  return whoCalls(auth, typeof session === 'string' ? session : undefined, isHttp ? undefined : connection);
};

export const whoCalls = (
  auth: unknown,
  session: string | undefined,
  connection: string | undefined,
): Pick<Incoming, 'caller' | 'proof' | 'connection'> => {
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

export const signalIn = (context: unknown): { readonly signal?: AbortSignal } => {
  const signal = at(context, 'signal');
  return signal instanceof AbortSignal ? { signal } : {};
};

/** A `tools/call` as the guard takes it. */
export const incomingOf = (
  server: LowLevelServer,
  connection: string,
  request: unknown,
  context: unknown,
): Incoming => {
  const params = objectOf(at(request, 'params'));
  const mcpReq = at(context, 'mcpReq');
  return {
    tool: String(own(params, 'name')),
    args: objectOf(own(params, 'arguments')),
    meta: objectOf(own(params, '_meta') ?? at(mcpReq, '_meta') ?? at(context, '_meta')),
    ...whoIn(context, connection),
    asking: isObject(mcpReq) ? askingInV2(server, mcpReq) : askingInV1(server, context),
    ...signalIn(isObject(mcpReq) ? mcpReq : context),
  };
};

/** How an author's server checks states of its own, where version 2 was given a way. */
export type VerifyState = (state: string, context: unknown) => unknown;

/** Version 2 checks every state before a handler runs. Ours are not the author's: their way gets what is inside. */
export const takeStateCheck = (server: LowLevelServer): VerifyState | undefined => {
  const verify = at(server, '_requestStateVerify');
  if (typeof verify !== 'function') return undefined;
  const original: VerifyState = (state, context) => verify.call(server, state, context) as unknown;
  Object.assign(server, {
    _requestStateVerify: (state: string, context: unknown) =>
      looksSealed(state) ? undefined : original(state, context),
  });
  return original;
};

const checkedState = async (verify: VerifyState, inner: string, context: object): Promise<unknown> => {
  try {
    return (await verify(inner, context)) ?? inner;
  } catch {
    throw new CallgateError('GUARD_STATE', 'the state of this call is not valid any more', {
      help: 'call it again without requestState',
    });
  }
};

/** The context for a handler: what was between the guard and a person is not its business. */
export const contextFor = async (
  context: object,
  inner: string | undefined,
  verify: VerifyState | undefined,
): Promise<object> => {
  const mcpReq = at(context, 'mcpReq');
  const state = stateIn(mcpReq);
  if (!isObject(mcpReq) || typeof state !== 'string' || !looksSealed(state)) return context;
  const value =
    inner === undefined || verify === undefined ? inner : await checkedState(verify, inner, context);
  const { [QUESTION_KEY]: _, ...responses } = objectOf(at(mcpReq, 'inputResponses'));
  return {
    ...context,
    mcpReq: {
      ...mcpReq,
      inputResponses: Object.keys(responses).length === 0 ? undefined : responses,
      requestState: () => value,
    },
  };
};
