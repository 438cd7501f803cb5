import { type JsonObject, canonical } from '@callgate/core';
import type { MessageId, RpcError } from './json-rpc.ts';

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
