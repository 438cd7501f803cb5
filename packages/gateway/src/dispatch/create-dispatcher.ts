import { CallgateError } from '@callgate/core';
import type { SandboxContract } from '@callgate/core/disclose';
import type {
  DispatchContext,
  Dispatchable,
  Dispatcher,
  ToolCatalogue,
  UpstreamResponse,
} from '@callgate/gate';
import { NotSentError } from '@callgate/gate';
import { InFlight } from '@callgate/gate/host';
import { agentMessages } from '@callgate/messages/agent';
import type { RequestExchange } from '../wire/exchange.ts';
import type { Passage } from './passage.ts';
import type { Server } from './servers.ts';
import type { OutboundRequest } from './upstream.ts';

const texts = agentMessages.server;

/** A call is sent to a server that is there, or not at all. */
const reachInTime = async (server: Server): Promise<void> => {
  try {
    await server.readyInTime();
  } catch (error) {
    const why = server.unavailableReason();
    throw new NotSentError(
      texts.unreachableNow({ server: server.name, reason: why === undefined ? codeOf(error) : why.message }),
    );
  }
};

/** What was judged as bound by a sandbox runs only where it still is; what runs elsewhere now is judged again. */
const isPlacedAlike = (now: SandboxContract, judged: SandboxContract): boolean =>
  now === judged ||
  ((now.readOnly || !judged.readOnly) &&
    (now.closedWorld || !judged.closedWorld) &&
    now.place?.writes === judged.place?.writes &&
    now.place?.network === judged.place?.network);

/** A server that is reached anew, or whose lists are just read again, must define the tool as it was judged. */
const checkUnchanged = (known: ToolCatalogue, call: Dispatchable): void => {
  const now = known.find(call.kind, call.server, call.target, call.argumentsDigest)?.tool;
  if (
    now === undefined ||
    now.definition !== call.definition ||
    !isPlacedAlike(now.contract, call.contract) ||
    (now.quarantine !== null && !call.quarantined)
  )
    throw new NotSentError(texts.redefined);
};

const codeOf = (error: unknown): string => (error instanceof CallgateError ? error.code : 'UPSTREAM');

/** Calls whose file changes are committed once they ran on copies. */
export interface FileCommits {
  commit(call: Dispatchable): Promise<UpstreamResponse>;
  isTransaction(server: Server, call: Dispatchable, how: OutboundRequest): boolean;
  transact(
    server: Server,
    call: Dispatchable,
    how: OutboundRequest,
    context: DispatchContext,
  ): Promise<UpstreamResponse>;
}

/** Writes one judged call to the server it was judged for. */
export const createDispatcher =
  (
    {
      known,
      out,
      previews,
    }: {
      readonly known: ToolCatalogue;
      readonly out: CallsInFlight;
      readonly previews: FileCommits;
    },
    { server, outbound, exchange }: Pick<Passage, 'server' | 'outbound' | 'exchange'>,
  ): Dispatcher =>
  async (call, context) => {
    // it ran already: what people were shown is committed
    if (call.changes !== null) return await previews.commit(call).finally(() => server.upstream.wrote?.());
    if (!server.isReady) await reachInTime(server);
    checkUnchanged(known, call);
    if (server.config.contract?.mode === 'transaction' && previews.isTransaction(server, call, outbound))
      return await previews
        .transact(server, call, outbound, context)
        .finally(() => server.upstream.wrote?.());
    out.add(call.call, { server: server.name, exchange });
    try {
      return await server.upstream.send(call, outbound, context);
    } finally {
      out.delete(call.call);
    }
  };

interface CallInFlight {
  readonly server: string;
  readonly exchange: RequestExchange;
}

/** The requests whose calls are out, so that what a server sends meanwhile finds who it is for. */
export class CallsInFlight {
  readonly #calls: InFlight<string, CallInFlight> = new InFlight();

  add(call: string, out: CallInFlight): void {
    this.#calls.set(call, out);
  }

  delete(call: string): void {
    this.#calls.delete(call);
  }

  /** The exchange of that call; without one, that of the only client with calls out at this server. */
  find(server: string, call: string | null): RequestExchange | undefined {
    if (call !== null) {
      const out = this.#calls.get(call);
      return out?.server === server ? out.exchange : undefined;
    }
    let found: RequestExchange | undefined;
    for (const out of this.#calls.values()) {
      if (out.server !== server) continue;
      // text of a server that may be meant for another client is given to none
      if (found !== undefined && found.client.key !== out.exchange.client.key) return undefined;
      found = out.exchange;
    }
    return found;
  }
}
