import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { DispatchContext, Dispatchable } from '@callgate/gate';
import { contractMessages } from '@callgate/messages/contract';
import { contractErrors } from '@callgate/messages/errors/contract';
import { serverIdentity } from '../config/server-identity.ts';
import type { Reply } from '../wire/json-rpc.ts';
import { disconnectedError } from './upstream-errors.ts';
import type {
  ControlMethod,
  OutboundRequest,
  PreviewedCall,
  ServerHello,
  Upstream,
  UpstreamSettings,
} from './upstream.ts';

/** An upstream whose code is loaded when it is first used. */
export class LaterUpstream implements Upstream {
  readonly server: string;
  readonly identity: string;
  readonly #load: () => Promise<Upstream>;
  #loading: Promise<Upstream> | undefined;
  #closed = false;

  constructor({ server, reach }: UpstreamSettings, load: () => Promise<Upstream>) {
    this.server = server;
    this.identity = serverIdentity(reach);
    this.#load = load;
  }

  #upstream(): Promise<Upstream> {
    if (this.#loading === undefined && this.#closed) return Promise.reject(disconnectedError(this.server));
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async hello(): Promise<ServerHello> {
    return await (await this.#upstream()).hello();
  }

  async control(method: ControlMethod, params: JsonObject, signal?: AbortSignal): Promise<Json> {
    return await (await this.#upstream()).control(method, params, signal);
  }

  async send(call: Dispatchable, how: OutboundRequest, context: DispatchContext): Promise<Reply> {
    return await (await this.#upstream()).send(call, how, context);
  }

  async preview<T>(
    call: Dispatchable,
    how: OutboundRequest,
    context: DispatchContext,
    read: (previewed: PreviewedCall) => Promise<T>,
  ): Promise<T> {
    const upstream = await this.#upstream();
    if (upstream.preview === undefined)
      throw new CallgateError(
        contractErrors.required({ server: display(this.server), why: contractMessages.preview.notHeld }),
      );
    return await upstream.preview(call, how, context, read);
  }

  wrote(): void {
    void this.#loading?.then((upstream) => upstream.wrote?.()).catch(() => {});
  }

  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#loading)?.close();
  }
}
