import type { CallRow } from '../record/call-row.ts';
import type { Tx } from '../store/store.ts';
import { applyStoredEvent, loadContexts } from './load-contexts.ts';

/** People denied the call: the same one asks for the rest of the task, even where it would run by itself. */
export const rememberDenial = async (
  tx: Tx,
  { principal, context, authenticated, server, target, argumentsDigest }: CallRow,
): Promise<void> => {
  const ref = { principal: principal.subject, context, authenticated };
  await applyStoredEvent(tx, await loadContexts(tx, ref), ref, {
    type: 'denied',
    call: { server, tool: target, arguments: argumentsDigest },
  });
};
