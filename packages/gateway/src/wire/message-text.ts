import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, display, isJsonObject } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { parseStrict } from '@callgate/core/receive';
import { errorSentences } from '@callgate/messages/text/error-text';
import { agentMessages } from '@callgate/messages/agent';
import type { ErrorMessage, RpcMessage, MessageId, UnreadableMessage, RpcError } from './json-rpc.ts';
import { INVALID_REQUEST, PARSE_ERROR } from './json-rpc.ts';

const texts = agentMessages.message;

/** UTF-16 units of an id that is a string. */
export const MAX_ID_LENGTH = 256;

const NO_PARAMS: JsonObject = Object.freeze(Object.create(null));

/**
 * Reads one JSON-RPC message, or says why it was refused. It never throws. Members are known by their exact names: a
 * spelling that another program would fold into one of them is an unknown member. `changed` is what is read in place of
 * what was parsed.
 */
export const readMessage = (
  input: Uint8Array | string,
  limits?: ParseLimits,
  changed: (value: Json) => Json = (value) => value,
): RpcMessage | UnreadableMessage => {
  let value: Json;
  try {
    value = changed(parseStrict(input, limits));
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return refused(null, PARSE_ERROR, error.code, errorSentences(error));
  }
  return readEnvelope(value);
};

/** The same for what the strict parser has read already. */
export const readEnvelope = (value: Json): RpcMessage | UnreadableMessage => {
  if (!isJsonObject(value)) {
    return Array.isArray(value)
      ? invalid(null, 'RPC_BATCH', texts.batch)
      : invalid(null, 'RPC_NOT_OBJECT', texts.notObject);
  }
  const members = membersOf(value);
  const id = isMessageId(value['id']) ? value['id'] : null;
  const asker = isAnswer(value) ? null : id;
  if (typeof members === 'string') {
    return invalid(asker, 'RPC_MEMBER', texts.memberUnknown({ members: display(members, { max: 80 }) }));
  }
  if ((members & VERSION) === 0 || value['jsonrpc'] !== '2.0') {
    return invalid(asker, 'RPC_VERSION', texts.version);
  }
  if (id === null && (members & ID) !== 0 && !(value['id'] === null && members === FAILURE)) {
    return invalid(null, 'RPC_ID', texts.id({ most: MAX_ID_LENGTH }));
  }
  switch (members & ~PARAMS) {
    case REQUEST:
    case NOTIFICATION:
      return readCall(value, id);
    case RESPONSE:
      return (members & PARAMS) === 0 ? readResponse(value, id) : ambiguous();
    case FAILURE:
    case FAILURE_WITHOUT_ID:
      return (members & PARAMS) === 0 ? readFailure(value, id) : ambiguous();
    default:
      return ambiguous();
  }
};

const VERSION = 1;
const ID = 2;
const METHOD = 4;
const PARAMS = 8;
const RESULT = 16;
const ERROR = 32;

const REQUEST: number = VERSION | ID | METHOD;
const NOTIFICATION: number = VERSION | METHOD;
const RESPONSE: number = VERSION | ID | RESULT;
const FAILURE: number = VERSION | ID | ERROR;
const FAILURE_WITHOUT_ID: number = VERSION | ERROR;

/** The known members as bits, or the first unknown one. */
const membersOf = (message: JsonObject): number | string => {
  let members = 0;
  for (const key of Object.keys(message)) {
    switch (key) {
      case 'jsonrpc':
        members |= VERSION;
        break;
      case 'id':
        members |= ID;
        break;
      case 'method':
        members |= METHOD;
        break;
      case 'params':
        members |= PARAMS;
        break;
      case 'result':
        members |= RESULT;
        break;
      case 'error':
        members |= ERROR;
        break;
      default:
        return key;
    }
  }
  return members;
};

export const isMessageId = (id: Json | undefined): id is MessageId =>
  typeof id === 'string' ? id.length <= MAX_ID_LENGTH : Number.isSafeInteger(id);

/** Its id is one of ours: an error under that id would be taken for the answer to another request. */
const isAnswer = (message: JsonObject): boolean =>
  !Object.hasOwn(message, 'method') || Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error');

const readCall = (message: JsonObject, id: MessageId | null): RpcMessage | UnreadableMessage => {
  const { method, params = NO_PARAMS } = message;
  if (typeof method !== 'string') return invalid(id, 'RPC_METHOD', texts.method);
  if (!isJsonObject(params)) return invalid(id, 'RPC_PARAMS', texts.params);
  return id === null ? { type: 'notification', method, params } : { type: 'request', id, method, params };
};

const readResponse = (message: JsonObject, id: MessageId | null): RpcMessage | UnreadableMessage => {
  const { result } = message;
  if (id === null) return ambiguous();
  if (!isJsonObject(result)) return invalid(null, 'RPC_RESULT', texts.result);
  return { type: 'result', id, result };
};

const readFailure = (message: JsonObject, id: MessageId | null): ErrorMessage | UnreadableMessage => {
  const { error } = message;
  if (!isJsonObject(error)) return invalid(null, 'RPC_ERROR', texts.error);
  const { code, message: text, data } = error;
  if (typeof code !== 'number' || !Number.isSafeInteger(code) || typeof text !== 'string') {
    return invalid(null, 'RPC_ERROR', texts.errorMembers);
  }
  return { type: 'error', id, code, message: text, ...(data === undefined ? {} : { data }) };
};

const ambiguous = (): UnreadableMessage => invalid(null, 'RPC_AMBIGUOUS', texts.ambiguous);

const invalid = (id: MessageId | null, reason: string, message: string): UnreadableMessage =>
  refused(id, INVALID_REQUEST, reason, message);

const refused = (id: MessageId | null, code: number, reason: string, message: string): UnreadableMessage => ({
  type: 'refused',
  id,
  error: { code, message },
  reason,
});

// Every text here is canonical: printable ASCII on one line, members in the order of their names.

/** `paramsText` must be canonical. */
export const requestText = (id: MessageId, method: string, paramsText: string): string =>
  `{"id":${canonical(id)},"jsonrpc":"2.0","method":${canonical(method)},"params":${paramsText}}`;

export const notificationText = (method: string, params: JsonObject): string =>
  `{"jsonrpc":"2.0","method":${canonical(method)},"params":${canonical(params)}}`;

/** `text` is the result and must be canonical. */
export const resultText = (id: MessageId, text: string): string =>
  `{"id":${canonical(id)},"jsonrpc":"2.0","result":${text}}`;

export const errorText = (id: MessageId | null, error: RpcError): string => {
  const { code, message, data } = error;
  const body = data === undefined ? { code, message } : { code, data, message };
  return `{"error":${canonical(body)},"id":${canonical(id)},"jsonrpc":"2.0"}`;
};
