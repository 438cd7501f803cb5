import type { ContextRef, Contexts, Label, SessionEvent, SessionLabels, TracedTool } from '@callgate/core';
import { NO_CONTEXTS, applyIn, canonical, contextKey } from '@callgate/core';
import type { Tx } from '../store/store.ts';

/** The tool whose store is read, and how long what was written there counts. */
export interface LoadedFor {
  readonly tool: TracedTool;
  readonly now: number;
  readonly age: number | null;
}

const UNLABELLED: Label = { strength: 'none', witnesses: [] };

const aged = ({ private: own, untrusted }: SessionLabels, { now, age }: LoadedFor): SessionLabels => {
  const left = (label: Label): Label =>
    age !== null && label.at !== undefined && now - label.at > age ? UNLABELLED : label;
  return { private: left(own), untrusted: left(untrusted) };
};

/** What one call needs of all contexts: its own session, its principal and its store. Locked until the transaction ends. */
export const loadContexts = async (tx: Tx, ref: ContextRef, about?: LoadedFor): Promise<Contexts> => {
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
    sessions: session === undefined ? {} : { [key]: session },
    principals: principal === undefined ? {} : { [ref.principal]: principal },
    stores: store === undefined || tool === undefined ? {} : { [tool.store]: store },
  };
};

const isSame = (a: SessionLabels | undefined, b: SessionLabels): boolean =>
  a === b || (a !== undefined && plain(a) === plain(b));

const plain = ({ private: own, untrusted }: SessionLabels): string =>
  canonical([own, untrusted].map(({ strength, witnesses, at }) => [strength, at ?? null, witnesses.length]));

const A_SECOND = 1000;

/** Labels are raised until the end of the second, so that calls close to each other do not each change them. */
export const labelTime = (now: number): number => Math.ceil(now / A_SECOND) * A_SECOND;

/** Applies an event where the call belongs, and saves what it changed. */
export const applyInStore = async (
  tx: Tx,
  contexts: Contexts,
  ref: ContextRef,
  event: SessionEvent,
): Promise<Contexts> => {
  const key = contextKey(ref);
  const after = applyIn(contexts, ref, event);
  const session = after.sessions[key];
  if (session !== undefined && session !== contexts.sessions[key]) await tx.saveSession(key, session);
  for (const [name, labels] of Object.entries(after.principals))
    if (!isSame(contexts.principals[name], labels)) await tx.saveLabels('principal', name, labels);
  for (const [name, labels] of Object.entries(after.stores))
    if (!isSame(contexts.stores[name], labels)) await tx.saveLabels('store', name, labels);
  return after;
};
