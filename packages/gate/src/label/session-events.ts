import type { Session } from '@callgate/core';
import { applyEvent, startSession } from '@callgate/core';
import type { ContextRef, Contexts, UserMessageVia } from '@callgate/core/label';
import {
  MAX_MEMBERS,
  NO_CONTEXTS,
  contextKey,
  endContext,
  joinHost,
  listMemberKeys,
  getContextSession,
} from '@callgate/core/label';
import type { CallKind } from '@callgate/core/receive';
import { digestText } from '@callgate/core/receive';
import { z } from 'zod';
import type { GateLimits } from '../environment/limits.ts';
import type { ContextName } from '../receive/call-request.ts';
import type { ToolCatalogue } from '../receive/tool-catalogue.ts';
import { makeUndescribedTarget } from '../receive/tool-catalogue.ts';
import type { AuditEventName } from '../record/audit-entry.ts';
import type { Store, Tx } from '../store/store.ts';
import {
  applyStoredEvent,
  roundLabelTime,
  loadContexts,
  loadWithHost,
  saveSessions,
  loadSessions,
} from './load-contexts.ts';

export interface LabelParts {
  readonly store: Store;
  readonly catalogue: ToolCatalogue;
  readonly limits: GateLimits;
}

/** What the person said, and how it came. */
export interface UserMessageInput {
  readonly text: string;
  readonly via?: UserMessageVia;
  readonly vouched?: boolean;
}

/** Contexts of a host process and of those that started it, the nearest first. */
export type HostProcesses = readonly [string, ...string[]];

/** An earlier call whose result is looked at again. */
export interface RepeatedResult {
  readonly call: string;
  readonly kind: CallKind;
  readonly server: string;
  readonly target: string;
}

type EventDetail = Readonly<Record<string, string | number | boolean>>;

const note = async (tx: Tx, event: AuditEventName, ref: ContextRef, detail: EventDetail): Promise<void> => {
  await tx.append({
    event,
    outcome: 'allowed',
    principal: ref.principal,
    tool: '',
    call: null,
    detail: { session: contextKey(ref), ...detail },
  });
};

const applyContextHappening = (
  { store }: LabelParts,
  ref: ContextRef,
  event: Parameters<typeof applyStoredEvent>[3],
  recorded: AuditEventName,
  detail: EventDetail,
): Promise<void> =>
  store.transact(async (tx) => {
    const at = tx.now();
    await applyStoredEvent(tx, await loadWithHost(tx, ref), ref, { ...event, at });
    await note(tx, recorded, ref, detail);
  });

/** The person said something. */
export const recordUserMessage = (
  parts: LabelParts,
  context: ContextName,
  { text, via = 'host', vouched = false }: UserMessageInput,
): Promise<void> =>
  applyContextHappening(parts, context, { type: 'user', text, via, vouched }, 'heard', {
    via,
    vouched,
    // the words may be private; the audit log proves them to a reader who has them
    text: digestText('said', text),
    characters: text.length,
  });

/** The agent wrote to the person. What proposes nothing is not recorded. */
export const recordAgentMessage = (
  { store }: LabelParts,
  context: ContextName,
  text: string,
): Promise<void> =>
  store.transact(async (tx) => {
    const contexts = await loadContexts(tx, context);
    const before = contexts.sessions[contextKey(context)] ?? startSession(context.context);
    const event = { type: 'assistant', text } as const;
    if (applyEvent(before, event) === before) return;
    await applyStoredEvent(tx, contexts, context, event);
    await note(tx, 'heard', context, {
      via: 'assistant',
      text: digestText('said', text),
      characters: text.length,
    });
  });

export const endTask = (parts: LabelParts, context: ContextName): Promise<void> =>
  applyContextHappening(parts, context, { type: 'end' }, 'task-ended', {});

/** What a call returned earlier is seen once more. */
export const recordRepeatedResult = (
  { store, catalogue }: LabelParts,
  context: ContextName,
  { call, kind, server, target }: RepeatedResult,
): Promise<void> => {
  // what nobody knows any more cannot be told from what is untrusted and private
  const tool = catalogue.find(kind, server, target) ?? makeUndescribedTarget(kind, server, target);
  return store.transact(async (tx) => {
    const contexts = await loadContexts(tx, context);
    const at = roundLabelTime(tx.now());
    const after = await applyStoredEvent(tx, contexts, context, { type: 'call', id: call, tool, at });
    const key = contextKey(context);
    if (after.sessions[key]?.labels !== contexts.sessions[key]?.labels)
      await note(tx, 'joined', context, { seen: call });
  });
};

/** Texts of untrusted servers were put before the model. */
export const recordListedServers = (
  { store }: LabelParts,
  context: ContextName,
  servers: readonly string[],
): Promise<void> =>
  store.transact(async (tx) => {
    const contexts = await loadContexts(tx, context);
    const key = contextKey(context);
    const after = await applyStoredEvent(tx, contexts, context, { type: 'listed', servers });
    const before = contexts.sessions[key]?.listed ?? [];
    const added = (after.sessions[key]?.listed ?? []).filter((server) => !before.includes(server));
    if (added.length > 0) await note(tx, 'joined', context, { listed: added.join(' ') });
  });

/** What the first has touched, the second has. */
export const joinContexts = (
  { store, limits: { labelAgeMs } }: LabelParts,
  from: ContextName,
  into: ContextName,
): Promise<void> =>
  store.transact(async (tx) => {
    const limit = labelAgeMs === null ? undefined : { now: tx.now(), age: labelAgeMs };
    const { labels, listed: servers = [] } = getContextSession(await loadContexts(tx, from), from, limit);
    const contexts = await loadContexts(tx, into);
    const key = contextKey(into);
    const held = contexts.sessions[key] ?? startSession(into.context);
    const event = { type: 'join', labels, listed: servers } as const;
    const joined = applyEvent(held, event);
    if (joined === held) return;
    await applyStoredEvent(tx, contexts, into, event);
    await noteJoined(tx, into, contextKey(from), joined);
  });

const noteJoined = (tx: Tx, into: ContextRef, from: string, { labels }: Session): Promise<void> =>
  note(tx, 'joined', into, {
    from,
    private: labels.private.strength,
    untrusted: labels.untrusted.strength,
  });

const hostKey = (principal: string, context: string): string =>
  contextKey({ principal, context, authenticated: true });

/** The outermost of these host processes that a connection was served for. */
const knownHost = async (tx: Tx, principal: string, hosts: HostProcesses): Promise<string | undefined> => {
  for (const context of hosts.toReversed())
    if ((await tx.session(hostKey(principal, context))) !== undefined) return context;
  return undefined;
};

/** Which context a host process is. A process that a known host started is part of that host. */
export const enterHost = ({ store }: LabelParts, principal: string, hosts: HostProcesses): Promise<string> =>
  store.transact(async (tx) => {
    const known = await knownHost(tx, principal, hosts);
    if (known !== undefined) return known;
    const [nearest] = hosts;
    await tx.saveSession(hostKey(principal, nearest), startSession(nearest));
    return nearest;
  });

/** A session, the host process it is to belong to, and the sessions of that host that there is no room for then. */
const loadJoining = async (tx: Tx, ref: ContextRef, host: string): Promise<Contexts> => {
  const key = contextKey(ref);
  const own = await tx.session(key);
  const inHost = hostKey(ref.principal, host);
  const hosting = await tx.session(inHost);
  const isNew = hosting?.members?.includes(ref.context) !== true;
  const forgotten = isNew ? listMemberKeys(hosting, { ...ref, context: host }).slice(0, 1 - MAX_MEMBERS) : [];
  return {
    ...NO_CONTEXTS,
    sessions: {
      ...(own === undefined ? {} : { [key]: own }),
      ...(hosting === undefined ? {} : { [inHost]: hosting }),
      ...(await loadSessions(tx, forgotten)),
    },
  };
};

/** Hooks have named a session of a host process: both count as one agent's. */
export const joinHostProcess = (
  { store }: LabelParts,
  context: ContextName,
  hosts: HostProcesses,
): Promise<void> =>
  store.transact(async (tx) => {
    const host = await knownHost(tx, context.principal, hosts);
    if (host === undefined) return;
    const contexts = await loadJoining(tx, context, host);
    const after = joinHost(contexts, context, host);
    if (after === contexts) return;
    await saveSessions(tx, contexts, after);
    const joined = after.sessions[contextKey(context)];
    if (joined !== undefined) await noteJoined(tx, context, hostKey(context.principal, host), joined);
  });

const HOSTS_AT_MOST = 1000;

const keySchema = z.tuple([z.string(), z.string()]);

/** Contexts of a principal whose names begin so, the newest first. */
export const listContexts = ({ store }: LabelParts, principal: string, start: string): Promise<string[]> =>
  store.transact(async (tx) => {
    // without what closes the text and the list
    const prefix = hostKey(principal, start).slice(0, -2);
    const keys = await tx.sessionKeys(prefix, HOSTS_AT_MOST);
    return keys.map((key) => keySchema.parse(JSON.parse(key))[1]);
  });

/** Labels end with their context. */
export const dropContext = ({ store }: LabelParts, context: ContextName): Promise<void> =>
  store.transact(async (tx) => {
    const contexts = await loadWithHost(tx, context);
    await saveSessions(tx, contexts, endContext(contexts, context));
    await note(tx, 'context-ended', context, {});
  });
