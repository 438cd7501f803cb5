import type { Session, TracedTool } from '@callgate/core';
import { canonical } from '@callgate/core';
import type { ContextRef, Contexts, Label, SessionEvent, SessionLabels } from '@callgate/core/label';
import { NO_CONTEXTS, applyContextEvent, contextKey, joinLabels, listMemberKeys } from '@callgate/core/label';
import type { Tx } from '../store/store.ts';

/** The tool whose store is read, and how long what was written there counts. */
export interface ContextLoadOptions {
  readonly tool: TracedTool;
  readonly now: number;
  readonly age: number | null;
}

const UNLABELLED: Label = { strength: 'none', witnesses: [] };

const aged = (
  { private: own, untrusted }: SessionLabels,
  { now, age }: ContextLoadOptions,
): SessionLabels => {
  const left = (label: Label): Label =>
    age !== null && label.at !== undefined && now - label.at > age ? UNLABELLED : label;
  return { private: left(own), untrusted: left(untrusted) };
};

/** The sessions that there are of these. */
export const loadSessions = async (tx: Tx, keys: readonly string[]): Promise<Record<string, Session>> => {
  const found: Record<string, Session> = {};
  for (const key of keys) {
    const session = await tx.session(key);
    if (session !== undefined) found[key] = session;
  }
  return found;
};

/** What one call needs of all contexts: its own session, its principal and its store. Locked until the transaction ends. */
export const loadContexts = async (
  tx: Tx,
  ref: ContextRef,
  about?: ContextLoadOptions,
): Promise<Contexts> => {
  const tool = about?.tool;
  const key = contextKey(ref);
  // asked at once, in this order
  const [session, principal, kept] = await Promise.all([
    tx.session(key),
    tx.labels('principal', ref.principal),
    tool === undefined ? undefined : tx.labels('store', tool.store),
  ]);
  const store = about === undefined || kept === undefined ? undefined : aged(kept, about);
  return {
    ...NO_CONTEXTS,
    sessions:
      session === undefined
        ? {}
        : { [key]: session, ...(await loadSessions(tx, listMemberKeys(session, ref))) },
    principals: principal === undefined ? {} : { [ref.principal]: principal },
    stores: store === undefined || tool === undefined ? {} : { [tool.store]: store },
  };
};

const isSame = (a: SessionLabels | undefined, b: SessionLabels): boolean =>
  a === b || (a !== undefined && plain(a) === plain(b));

const plain = ({ private: own, untrusted }: SessionLabels): string =>
  canonical([own, untrusted].map(({ strength, witnesses, at }) => [strength, at ?? null, witnesses.length]));

/** What has aged by the settings here may still count by those of others. */
const withAged = async (tx: Tx, name: string, labels: SessionLabels): Promise<SessionLabels> => {
  const kept = await tx.labels('store', name);
  return kept === undefined ? labels : joinLabels(kept, labels);
};

const STEP_MS = 10_000;

/** Labels are raised until the end of ten seconds, so that calls close to each other do not each change them. */
export const roundLabelTime = (now: number): number => Math.ceil(now / STEP_MS) * STEP_MS;

/** A call goes out, or its answer comes in. */
export const makeCallEvent = (
  id: string,
  { tool, now, age }: ContextLoadOptions,
): SessionEvent & { readonly type: 'call' } => ({
  type: 'call',
  id,
  tool,
  at: roundLabelTime(now),
  ...(age === null ? {} : { age }),
});

/** A context together with the host process it runs in. */
export const loadWithHost = async (tx: Tx, ref: ContextRef, host?: string): Promise<Contexts> => {
  const contexts = await loadContexts(tx, ref);
  const hostContext = host ?? contexts.sessions[contextKey(ref)]?.host;
  if (hostContext === undefined) return contexts;
  const hosting = await loadContexts(tx, { ...ref, context: hostContext, authenticated: true });
  return { ...contexts, sessions: { ...hosting.sessions, ...contexts.sessions } };
};

/** Saves the sessions that are not as they were, and drops those that are gone. */
export const saveSessions = async (tx: Tx, before: Contexts, after: Contexts): Promise<void> => {
  for (const key of Object.keys(before.sessions))
    if (after.sessions[key] === undefined) await tx.dropSession(key);
  for (const [key, session] of Object.entries(after.sessions))
    if (session !== before.sessions[key]) await tx.saveSession(key, session);
};

/** Applies an event where the call belongs, and saves what it changed. */
export const applyStoredEvent = async (
  tx: Tx,
  contexts: Contexts,
  ref: ContextRef,
  event: SessionEvent,
): Promise<Contexts> => {
  const key = contextKey(ref);
  const after = applyContextEvent(contexts, ref, event);
  if (after === contexts) return after;
  const session = after.sessions[key];
  if (session !== undefined && session !== contexts.sessions[key]) await tx.saveSession(key, session);
  for (const [name, labels] of Object.entries(after.principals))
    if (!isSame(contexts.principals[name], labels)) await tx.saveLabels('principal', name, labels);
  for (const [name, labels] of Object.entries(after.stores))
    if (!isSame(contexts.stores[name], labels))
      await tx.saveLabels('store', name, await withAged(tx, name, labels));
  return after;
};
