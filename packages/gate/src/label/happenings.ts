import type { ContextRef } from '@callgate/core';
import { contextKey, digestText, joinLabels, sessionIn } from '@callgate/core';
import { undescribed } from '../catalogue.ts';
import type { ContextName, Gate, SeenAgain } from '../gate.ts';
import type { GateParts } from '../parts.ts';
import type { RecordEvent } from '../record/entry.ts';
import type { Tx } from '../store/store.ts';
import { applyInStore, labelTime, loadContexts } from './contexts-in-store.ts';

type Detail = Readonly<Record<string, string | number | boolean>>;

const note = async (tx: Tx, event: RecordEvent, ref: ContextRef, detail: Detail): Promise<void> => {
  await tx.append({
    event,
    outcome: 'allowed',
    principal: ref.principal,
    tool: '',
    call: null,
    detail: { session: contextKey(ref), ...detail },
  });
};

const happens = (
  { store }: GateParts,
  ref: ContextRef,
  event: Parameters<typeof applyInStore>[3],
  recorded: RecordEvent,
  detail: Detail,
): Promise<void> =>
  store.transact(async (tx) => {
    const at = tx.now();
    await applyInStore(tx, await loadContexts(tx, ref), ref, { ...event, at });
    await note(tx, recorded, ref, detail);
  });

/** The person said something. */
export const hear = (
  parts: GateParts,
  context: ContextName,
  { text, via = 'host', vouched = false }: Parameters<Gate['hear']>[1],
): Promise<void> =>
  happens(parts, context, { type: 'user', text, via, vouched }, 'heard', {
    via,
    vouched,
    // the words may be private; the record proves what they were to whoever has them
    text: digestText('said', text),
    characters: text.length,
  });

export const endTask = (parts: GateParts, context: ContextName): Promise<void> =>
  happens(parts, context, { type: 'end' }, 'task-ended', {});

/** What a call returned earlier is seen once more. */
export const seenAgain = (
  { store, catalogue }: GateParts,
  context: ContextName,
  { call, kind, server, target }: SeenAgain,
): Promise<void> => {
  // what nobody knows any more cannot be told from what is untrusted and private
  const tool = catalogue.find(kind, server, target) ?? undescribed(kind, server, target);
  return store.transact(async (tx) => {
    const contexts = await loadContexts(tx, context);
    const at = labelTime(tx.now());
    const after = await applyInStore(tx, contexts, context, { type: 'call', id: call, tool, at });
    const key = contextKey(context);
    if (after.sessions[key]?.labels !== contexts.sessions[key]?.labels)
      await note(tx, 'joined', context, { seen: call });
  });
};

/** What the first has touched, the second has. */
export const joinContexts = (
  { store, limits: { labelAgeMs } }: GateParts,
  from: ContextName,
  into: ContextName,
): Promise<void> =>
  store.transact(async (tx) => {
    const limit = labelAgeMs === null ? undefined : { now: tx.now(), age: labelAgeMs };
    const { labels } = sessionIn(await loadContexts(tx, from), from, limit);
    const contexts = await loadContexts(tx, into);
    const held = sessionIn(contexts, into).labels;
    const joined = joinLabels(held, labels);
    if (joined === held) return;
    await applyInStore(tx, contexts, into, { type: 'join', labels });
    await note(tx, 'joined', into, {
      from: contextKey(from),
      private: joined.private.strength,
      untrusted: joined.untrusted.strength,
    });
  });

/** Labels end with their context. */
export const dropContext = ({ store }: GateParts, context: ContextName): Promise<void> =>
  store.transact(async (tx) => {
    await tx.dropSession(contextKey(context));
    await note(tx, 'context-ended', context, {});
  });
