import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { JsonObject } from '@callgate/core';
import { CallgateError, display, getOwn, isJsonObject } from '@callgate/core';
import type { ListedEntry } from '../disclose/read-lists.ts';
import { readLists } from '../disclose/read-lists.ts';
import { METHOD_NOT_FOUND } from '../wire/json-rpc.ts';
import { RpcFailure } from '../wire/rpc-failure.ts';
import { agentMessages } from '@callgate/messages/agent';
import { upstreamErrors } from '@callgate/messages/errors/upstream';
import { upstreamMessages } from '@callgate/messages/upstream';
import { negotiate } from './negotiate.ts';
import type { ServerProcess, StdioEndpoint } from './start-server.ts';
import { StdioLink } from './stdio-link.ts';
import { UpstreamConnection } from './upstream-connection.ts';
import { UpstreamSession } from './upstream-session.ts';
import type { ServerHello, UpstreamEvents, UpstreamSettings } from './upstream.ts';

/** How a tool answered. */
export interface WatchedAnswer {
  readonly failed: boolean;
  readonly text: string;
}

/** A server in a sandbox in which nothing lasts: its tools are called to be watched, without a decision. */
export interface WatchedServer {
  readonly hello: ServerHello;
  readonly tools: readonly ListedEntry[];
  /** Rejects where no answer came. */
  call(tool: string, args: JsonObject, signal: AbortSignal): Promise<WatchedAnswer>;
}

type WatchedSettings = Omit<UpstreamSettings, 'reach'> & { readonly reach: StdioEndpoint };

/** What it says and asks is ignored; its last words tell why it ended. */
const listenFor = (lastLine: (text: string) => void): UpstreamEvents => ({
  notification: () => undefined,
  request: () =>
    Promise.reject(
      new RpcFailure({ code: METHOD_NOT_FOUND, message: agentMessages.serverRequests.nobodyHere }),
    ),
  misbehaved: () => undefined,
  lastLine,
  lost: () => undefined,
});

/** Speaks to a process that the caller started in a throw-away sandbox, and that it ends. */
export const openWatchedServer = async (
  child: ChildProcessWithoutNullStreams,
  settings: WatchedSettings,
): Promise<WatchedServer> => {
  const { server, reach, messageBytes } = settings;
  // it has ended already: nothing is started in its place
  if (child.exitCode !== null || child.signalCode !== null)
    throw new CallgateError(
      upstreamErrors.notStarted({
        server: display(server),
        problem: child.signalCode ?? upstreamMessages.faults.exitStatus({ status: child.exitCode }),
      }),
    );
  const process: ServerProcess = {
    child,
    signal: (signal) => void child.kill(signal),
    release: () => undefined,
  };
  let lastWords = '';
  const connection = new UpstreamConnection(
    settings,
    listenFor((text) => {
      lastWords = text;
    }),
    (events) => new StdioLink({ server, reach, messageBytes, process }, events),
    () => undefined,
  );
  const signal = AbortSignal.timeout(settings.connectMs);
  const hello = await negotiate(connection, settings, settings.era, signal).catch((error: unknown) => {
    if (lastWords === '' || !(error instanceof CallgateError)) throw error;
    const { code, message, help } = error;
    throw new CallgateError({
      code,
      message: `${message}: ${lastWords}`,
      ...(help === undefined ? {} : { help }),
    });
  });
  const session = new UpstreamSession(connection, hello, settings);
  const listing = {
    server,
    identity: '',
    control: async (method: string, params: JsonObject) => {
      const reply = await session.ask(method, params, { signal, keepsClaims: true });
      if (reply.type === 'error') throw new RpcFailure(reply);
      return reply.result;
    },
  };
  const { tool } = await readLists(listing, hello, { kinds: ['tool'], signal });
  return {
    hello,
    tools: tool?.entries ?? [],
    call: async (name, args, within) => {
      const reply = await session.ask('tools/call', { name, arguments: args }, { signal: within });
      if (reply.type === 'error') return { failed: true, text: reply.message };
      const text = JSON.stringify(reply.result);
      return { failed: isJsonObject(reply.result) && getOwn(reply.result, 'isError') === true, text };
    },
  };
};
