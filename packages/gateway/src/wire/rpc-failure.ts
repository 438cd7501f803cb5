import type { RpcError } from './json-rpc.ts';

/** Thrown to answer a request with a JSON-RPC error. */
export class RpcFailure extends Error {
  override readonly name: string = 'RpcFailure';
  readonly error: RpcError;

  constructor({ code, message, data }: RpcError) {
    super(message);
    this.error = data === undefined ? { code, message } : { code, message, data };
  }
}
