import type { JsonObject } from '@callgate/core';
import { LABEL_NAMES, display, own, receiveArguments } from '@callgate/core';
import type { CallRequest, ContextName, Gate } from '@callgate/gate';
import type { GatewayParts } from '../parts.ts';
import type { Caller, Client } from './exchange.ts';

/** The host's session where its hooks have told us of one, otherwise the connection's own context. */
export const contextFor = ({ links }: GatewayParts, caller: Caller): ContextName => {
  const named = caller.transport === 'stdio' ? links.contextOf(caller.context) : undefined;
  return {
    principal: caller.principal.subject,
    context: named ?? caller.context,
    authenticated: named !== undefined || caller.authenticated,
  };
};

/** What the client calls itself; null where it does not say. */
export const clientName = ({ info }: Pick<Client, 'info'>): string | null => {
  const name = info === null ? undefined : own(info, 'name');
  return typeof name === 'string' ? name : null;
};

/** Whose call it is. */
export const whoAsks = (
  parts: GatewayParts,
  client: Client,
): Pick<CallRequest, 'principal' | 'context' | 'authenticated' | 'client'> => {
  const { context, authenticated } = contextFor(parts, client);
  if (!authenticated && client.transport === 'stdio') parts.links.usedUnnamed(client.context);
  const name = clientName(client);
  return { principal: client.principal, context, authenticated, ...(name === null ? {} : { client: name }) };
};

/** Changes whenever labels of the context do. */
const touchedIn = async (gate: Gate, context: ContextName): Promise<string> => {
  const { labels, listed = [] } = await gate.session(context);
  const touched = LABEL_NAMES.map((name) => {
    const { strength, at, witnesses } = labels[name];
    return [name, strength, at, witnesses.length].join(' ');
  });
  return [...touched, ...listed].join(', ');
};

/** What the connection has touched counts in the session from now on. */
const carry = async (
  gate: Gate,
  links: GatewayParts['links'],
  client: Client,
  connected: ContextName,
  into: ContextName,
): Promise<void> => {
  if (client.shared === true) await gate.joinHost(into, [connected.context]);
  // a context without a host has touched all that its user has; this connection may have touched nothing
  else if (connected.authenticated || links.wasUsedUnnamed(client.context))
    await gate.joinContexts(connected, into);
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
  const connected: ContextName = { principal, context: client.context, authenticated: client.authenticated };
  const sessionOf = (context: string): ContextName => ({ principal, context, authenticated: true });
  const { context, others, carried } = links.adopt(client.context, tool, argumentsDigest);
  const into = context === undefined ? connected : sessionOf(context);
  for (const other of others) await gate.joinContexts(sessionOf(other), into);
  if (context === undefined) return;
  // a call that began before the connection belonged to the session may have raised its own labels since
  const touched = await touchedIn(gate, connected);
  if (touched !== carried) await carry(gate, links, client, connected, into);
  links.carried(client.context, context, touched);
  if (others.length > 0)
    await gate.tell({
      code: 'HOST_SESSION_OTHER',
      message: `a connection of ${display(context)} was used for a call that ${others.map((other) => display(other)).join(', ')} announced; it stays where it is`,
      onceAnHour: `HOST_SESSION_OTHER ${client.context}`,
    });
};
