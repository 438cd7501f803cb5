import type { JsonObject } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import { openUpstream } from './open-upstream.ts';
import type { ServerHello, UpstreamEvents, UpstreamSettings } from './upstream.ts';
import { METHOD_NOT_FOUND } from '../wire/json-rpc.ts';
import { RpcFailure } from '../wire/rpc-failure.ts';
import { readLists } from '../disclose/read-lists.ts';
import type { Diagnosis } from '../disclose/agent-view.ts';

/** What a server says of itself and of its tools. Nothing of it is believed because it stands here. */
export interface ServerInspection {
  readonly hello: ServerHello;
  readonly tools: readonly JsonObject[];
  readonly diagnoses: readonly Diagnosis[];
}

/** An inspection answers no requests and ignores notifications. */
const ignoreEvents = (diagnoses: Diagnosis[], server: string): UpstreamEvents => ({
  notification: () => undefined,
  request: () =>
    Promise.reject(
      new RpcFailure({ code: METHOD_NOT_FOUND, message: agentMessages.serverRequests.nobodyHere }),
    ),
  misbehaved: (code, message) => void diagnoses.push({ server, what: 'server', code, message }),
  lost: () => undefined,
});

/** Connects, reads the list of tools and goes again. Nothing is called: only `tools/list` leaves. */
export const inspectServer = async (
  settings: UpstreamSettings,
  signal?: AbortSignal,
): Promise<ServerInspection> => {
  const diagnoses: Diagnosis[] = [];
  const upstream = openUpstream(settings, ignoreEvents(diagnoses, settings.server));
  const stop = (): void => void upstream.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    const hello = await upstream.hello();
    const { tool } = await readLists(upstream, hello, {
      kinds: ['tool'],
      ...(signal === undefined ? {} : { signal }),
    });
    return {
      hello,
      tools: (tool?.entries ?? []).map(({ definition }) => definition),
      diagnoses: [...diagnoses, ...(tool?.diagnoses ?? [])],
    };
  } finally {
    signal?.removeEventListener('abort', stop);
    await upstream.close();
  }
};
