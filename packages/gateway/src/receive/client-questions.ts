import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical } from '@callgate/core';
import { clientErrors } from '@callgate/messages/errors/client';
import type { ErrorMessage, MessageId, ResultMessage } from '../wire/json-rpc.ts';
import { notificationText, requestText } from '../wire/message-text.ts';
import { isServerRequest } from '../wire/methods.ts';
import { RpcFailure } from '../wire/rpc-failure.ts';
import type { AskOptions } from '../wire/exchange.ts';

interface OpenQuestion {
  readonly resolve: (answer: Json) => void;
  readonly reject: (error: Error) => void;
}

/** What one client is being asked. Ids are minted here and each is answered once. */
export class ClientQuestions {
  private last = 0;
  private readonly among: string | null;
  private readonly asked: Map<MessageId, OpenQuestion> = new Map();

  /** `among`: others ask the same client too, and what sets these ids apart from theirs. */
  constructor(among: string | null = null) {
    this.among = among;
  }

  /** `write` puts one message on the client's connection. An answer that is an error throws `RpcFailure`. */
  async ask(
    write: (text: string) => void,
    method: string,
    params: JsonObject,
    options: AskOptions,
    gone: AbortSignal,
  ): Promise<Json> {
    if (!isServerRequest(method, 'legacy')) throw new CallgateError(clientErrors.askUnknown());
    if (gone.aborted || options.signal.aborted) throw new CallgateError(clientErrors.askCancelled());
    const id = this.mint();
    const { promise, resolve, reject } = Promise.withResolvers<Json>();
    const withdraw = (error: CallgateError) => (): void => {
      if (!this.asked.delete(id)) return;
      write(notificationText('notifications/cancelled', { requestId: id, reason: error.message }));
      reject(error);
    };
    const cancel = withdraw(new CallgateError(clientErrors.askRequestEnded()));
    const timer = setTimeout(withdraw(new CallgateError(clientErrors.askTimeout())), options.timeoutMs);
    this.asked.set(id, { resolve, reject });
    gone.addEventListener('abort', cancel, { once: true });
    options.signal.addEventListener('abort', cancel, { once: true });
    try {
      write(requestText(id, method, canonical(params)));
      return await promise;
    } finally {
      this.asked.delete(id);
      clearTimeout(timer);
      gone.removeEventListener('abort', cancel);
      options.signal.removeEventListener('abort', cancel);
    }
  }

  /** Whether an answer under this id is waited for. */
  has(id: MessageId | null): boolean {
    return id !== null && this.asked.has(id);
  }

  /** False where nothing of that id is waiting: it came late, twice, or was never asked. */
  settle(message: ResultMessage | ErrorMessage): boolean {
    if (message.id === null) return false;
    const asked = this.asked.get(message.id);
    if (asked === undefined) return false;
    this.asked.delete(message.id);
    if (message.type === 'result') asked.resolve(message.result);
    else asked.reject(new RpcFailure(message));
    return true;
  }

  /** The client is gone. */
  end(): void {
    const waiting = [...this.asked.values()];
    this.asked.clear();
    for (const { reject } of waiting) reject(new CallgateError(clientErrors.askGone()));
  }

  private mint(): MessageId {
    this.last += 1;
    return this.among === null ? this.last : `${this.among}.${this.last}`;
  }
}
