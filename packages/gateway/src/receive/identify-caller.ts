import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL, display } from '@callgate/core';
import { receiveArguments } from '@callgate/core/receive';
import type { CallRequest, Gate } from '@callgate/gate';
import type { ContextName } from '@callgate/gate/host';
import { logMessages } from '@callgate/messages/log';
import { joinPairedContexts, labelFingerprint } from '../hooks/join-paired-contexts.ts';
import type { GatewayParts } from './gateway-parts.ts';
import type { Caller, ConnectedClient } from '../wire/exchange.ts';
import { clientName } from '../wire/request-meta.ts';

/** The host's session where its hooks have told us of one, otherwise the connection's own context. */
export const callerContext = ({ links }: GatewayParts, caller: Caller): ContextName => {
  const named = links.isUsed && caller.transport === 'stdio' ? links.contextOf(caller.context) : undefined;
  return {
    principal: caller.principal.subject,
    context: named ?? caller.context,
    authenticated: named !== undefined || caller.authenticated,
  };
};

/** Whose call it is. */
export const identifyCaller = (
  parts: GatewayParts,
  client: ConnectedClient,
): Pick<CallRequest, 'principal' | 'context' | 'authenticated' | 'client'> => {
  const { context, authenticated } = callerContext(parts, client);
  if (!authenticated && client.transport === 'stdio') parts.links.usedUnnamed(client.context);
  const name = clientName(client);
  return { principal: client.principal, context, authenticated, ...(name === null ? {} : { client: name }) };
};

/** What the connection has touched counts in the session from now on. */
const carryLabels = async (
  gate: Gate,
  links: GatewayParts['links'],
  client: ConnectedClient,
  connected: ContextName,
  into: ContextName,
): Promise<void> => {
  if (client.shared === true) await gate.joinHost(into, [connected.context]);
  // a context without a host has touched all that its user has; this connection may have touched nothing
  else if (connected.authenticated || links.wasUsedUnnamed(client.context))
    await gate.joinContexts(connected, into);
};

/** Labels count both ways between the context of a call and every session that may have announced it; words stay. */
const pairContexts = async (
  { links, gate }: GatewayParts,
  sessions: readonly ContextName[],
  into: ContextName,
): Promise<() => Promise<void>> => {
  for (const session of sessions) {
    await gate.joinContexts(session, into);
    links.pair(session.context, into);
  }
  return async () => {
    for (const session of sessions) await joinPairedContexts(gate, links, session);
  };
};

const sessionOf = (context: string): ContextName => ({
  // hooks speak for the local user
  principal: LOCAL_PRINCIPAL.subject,
  context,
  authenticated: true,
});

/**
 * A hook may have announced this very call: then the pipe of the same host belongs to that host's session. Resolves when
 * all that the agent has touched counts for the call. What it gives is done when the call is over, before its result is
 * released: what the call touched counts in every session that announced it.
 */
export const adoptHostSession = async (
  parts: GatewayParts,
  client: ConnectedClient,
  tool: string,
  args: JsonObject,
): Promise<() => Promise<void>> => {
  const { links, gate } = parts;
  const { argumentsDigest } = receiveArguments(args);
  const principal = client.principal.subject;
  const connected: ContextName = { principal, context: client.context, authenticated: client.authenticated };
  if (client.transport !== 'stdio')
    return await pairContexts(parts, links.arrive(tool, argumentsDigest).map(sessionOf), connected);
  const { context, others, carried } = links.adopt(client.context, tool, argumentsDigest);
  const into = context === undefined ? connected : sessionOf(context);
  const whenOver = await pairContexts(parts, others.map(sessionOf), into);
  if (context === undefined) return whenOver;
  // a call that began before the connection belonged to the session may have raised its own labels since
  const touched = await labelFingerprint(gate, connected);
  if (touched !== carried) await carryLabels(gate, links, client, connected, into);
  links.carried(client.context, context, touched);
  if (others.length > 0)
    await gate.tell({
      code: 'HOST_SESSION_OTHER',
      message: logMessages.sessions.otherSession({
        session: display(context),
        others: others.map((other) => display(other)).join(', '),
      }),
      onceAnHour: `HOST_SESSION_OTHER ${client.context}`,
    });
  return whenOver;
};
