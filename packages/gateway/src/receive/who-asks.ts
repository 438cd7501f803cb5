import type { JsonObject } from '@callgate/core';
import { LABEL_NAMES, display, receiveArguments } from '@callgate/core';
import type { CallRequest, ContextName, Gate } from '@callgate/gate';
import type { GatewayParts } from '../parts.ts';
import type { Client } from './exchange.ts';

/** Whose call it is: the host's session where its hooks have told us of one, otherwise the connection's own context. */
export const whoAsks = (
  { links }: GatewayParts,
  client: Client,
): Pick<CallRequest, 'principal' | 'context' | 'authenticated'> => {
  const host = client.transport === 'stdio' ? links.contextOf(client.context) : undefined;
  return {
    principal: client.principal,
    context: host ?? client.context,
    authenticated: host !== undefined || client.authenticated,
  };
};

/** Changes whenever labels of the context do. */
const touchedIn = async (gate: Gate, context: ContextName): Promise<string> => {
  const { labels } = await gate.session(context);
  return LABEL_NAMES.map((name) => {
    const { strength, at, witnesses } = labels[name];
    return [name, strength, at, witnesses.length].join(' ');
  }).join(', ');
};

/**
 * A hook may have announced this very call: then the connection belongs to that host's session. Resolves when all that
 * the agent has touched counts for the call.
 */
export const adoptHost = async (
  { links, gate }: GatewayParts,
  client: Client,
  tool: string,
  args: JsonObject,
): Promise<void> => {
  if (links.isEmpty) return;
  const { argumentsDigest } = receiveArguments(args);
  if (client.transport !== 'stdio') {
    links.arrive(tool, argumentsDigest);
    return;
  }
  const principal = client.principal.subject;
  const own: ContextName = { principal, context: client.context, authenticated: client.authenticated };
  const sessionOf = (context: string): ContextName => ({ principal, context, authenticated: true });
  const { context, others, carried } = links.adopt(client.context, tool, argumentsDigest);
  const into = context === undefined ? own : sessionOf(context);
  for (const other of others) await gate.joinContexts(sessionOf(other), into);
  if (context === undefined) return;
  // a call that began before the connection belonged to the session may have raised its own labels since
  const touched = await touchedIn(gate, own);
  if (touched !== carried) await gate.joinContexts(own, into);
  links.carried(client.context, context, touched);
  if (others.length > 0)
    await gate.tell({
      code: 'HOST_SESSION_OTHER',
      message: `a connection of ${display(context)} was used for a call that ${others.map((other) => display(other)).join(', ')} announced; it stays where it is`,
      onceAnHour: `HOST_SESSION_OTHER ${client.context}`,
    });
};
