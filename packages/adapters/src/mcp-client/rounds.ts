import type { JsonObject } from '@callgate/core';
import { CallgateError, isJsonObject, getOwn } from '@callgate/core';
import { digest, isReservedName } from '@callgate/core/receive';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { toJson } from '../host/host-options.ts';
import type { CallParams } from './shapes.ts';

/** Among the judged arguments: the answers to a server's `input_required`. Sent beside the arguments, not in them. */
const RESPONSES_KEY = 'dev.callgate/inputResponses';
/** The digest of the server's state that goes along: an approval is for one state. Never sent. */
const STATE_KEY = 'dev.callgate/requestState';

/** In `_meta`, and never sent: the model's id of the call. */
const CALL_ID_KEY = 'dev.callgate/callId';

const OWN_MEMBERS: ReadonlySet<string> = new Set([
  'name',
  'arguments',
  '_meta',
  'inputResponses',
  'requestState',
]);

/** The call with the model's id of it: the same id in the same conversation is the same call, which neither runs nor is asked twice. */
export const withCallId = <P extends CallParams>(params: P, id: string): P => ({
  ...params,
  _meta: { ...(isJsonObject(params['_meta']) ? params['_meta'] : {}), [CALL_ID_KEY]: id },
});

/** The gate's key of a call. Every round is a call of its own. */
export const callKey = ({ _meta, inputResponses, requestState }: CallParams): string | undefined => {
  const id = isJsonObject(_meta) ? getOwn(_meta, CALL_ID_KEY) : undefined;
  if (typeof id !== 'string') return undefined;
  if (inputResponses === undefined && requestState === undefined) return id;
  return `${id} ${digest('mcp-round', toJson([inputResponses, requestState]))}`;
};

/** What the gate judges of a call: its arguments, and in later rounds the answers and the state. */
export const judgedInput = (params: CallParams): unknown => {
  const { arguments: args = {}, inputResponses, requestState } = params;
  const other = Object.keys(params).find((member) => !OWN_MEMBERS.has(member));
  if (other !== undefined) throw new CallgateError(adapterErrors.paramsUnknown());
  if (typeof args !== 'object' || args === null) return args;
  if (Object.keys(args).some(isReservedName)) throw new CallgateError(adapterErrors.paramsReserved());
  if (requestState !== undefined && typeof requestState !== 'string')
    throw new CallgateError(adapterErrors.paramsState());
  return {
    ...args,
    ...(inputResponses === undefined ? {} : { [RESPONSES_KEY]: inputResponses }),
    ...(requestState === undefined ? {} : { [STATE_KEY]: digest('mcp-request-state', requestState) }),
  };
};

/** What is sent for what was judged. */
export const sentParams = (params: CallParams, judged: unknown): JsonObject => {
  const { [RESPONSES_KEY]: responses, [STATE_KEY]: _, ...args } = isJsonObject(judged) ? judged : {};
  const { name, _meta, requestState } = params;
  const { [CALL_ID_KEY]: _id, ...meta } = isJsonObject(_meta) ? _meta : {};
  return {
    name,
    arguments: args,
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
    ...(responses === undefined ? {} : { inputResponses: responses }),
    ...(typeof requestState === 'string' ? { requestState } : {}),
  };
};

/** What a server asks for before it answers a call. */
export interface InputRequirement {
  readonly requests: JsonObject;
  readonly state: string | undefined;
}

export const inputRequiredIn = (result: unknown): InputRequirement | undefined => {
  if (!isJsonObject(result) || getOwn(result, 'resultType') !== 'input_required') return undefined;
  const requests = getOwn(result, 'inputRequests') ?? {};
  const state = getOwn(result, 'requestState');
  return {
    requests: isJsonObject(requests) ? requests : {},
    state: typeof state === 'string' ? state : undefined,
  };
};
