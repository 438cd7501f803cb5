import type { RpcError } from './json-rpc.ts';

/** Thrown to answer a request with a JSON-RPC error. */
export class RpcFailure extends Error {
  override readonly name: string = 'RpcFailure';
  readonly error: RpcError;

  constructor(error: RpcError) {
    super(error.message);
    this.error = error;
  }
}
