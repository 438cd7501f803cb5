import type { Json } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { dispatchMessages } from '@callgate/messages/dispatch';
import { digestBinding } from '../confirm/approval-binding.ts';
import type { PendingCall } from '../confirm/pending-call.ts';
import type { CallRequest } from '../receive/call-request.ts';
import type { ProposedCall } from '../receive/propose-call.ts';
import { isProposedCall, proposeCall, refreshTool } from '../receive/propose-call.ts';
import { formatToolName } from '../record/call-details.ts';
import type { CallPreview, StoredPreview } from '../record/call-preview.ts';
import { previewScope } from '../record/call-preview.ts';
import type { CallRow } from '../record/call-row.ts';
import { sealJson } from '../record/secrets.ts';
import type { Tx } from '../store/store.ts';
import { isSameCall } from './begin-call.ts';
import type { Dispatchable } from './dispatchable.ts';
import type { DispatchContext } from './dispatcher.ts';
import type { GateParts } from './gate-parts.ts';
import { makePreviewable } from './in-flight-call.ts';
import { getApprovalBinding } from './list-tightenings.ts';
import { withDeadline } from './send-call.ts';

/** Runs a call where nothing of it lasts and nothing leaves, and says what it would change. */
export type PreviewRunner = (call: Dispatchable, context: DispatchContext) => Promise<CallPreview>;

const isAskedAbout = ({ state, waiting, situation }: CallRow): boolean =>
  state === 'held' && waiting === 'people' && situation.preview === undefined && situation.planned !== true;

const entryOf = (row: CallRow) =>
  ({ principal: row.principal.subject, tool: formatToolName(row), call: row.id }) as const;

/** The call that people are asked about, if it may run for them to look at. */
const findAskedAbout = async (
  tx: Tx,
  parts: GateParts,
  ticket: string,
  proposed: ProposedCall,
): Promise<{ readonly row: CallRow; readonly current: ProposedCall } | undefined> => {
  const current = refreshTool(parts, proposed);
  const row = await tx.callByTicket(ticket);
  if (row === undefined || !isProposedCall(current) || !isAskedAbout(row)) return undefined;
  const isSame = isSameCall(row, current) && row.session === current.session;
  return isSame && current.tool.tool.definition === row.definition ? { row, current } : undefined;
};

/** Writes that it runs before it does. */
const beginPreview = async (
  parts: GateParts,
  ticket: string,
  proposed: ProposedCall,
): Promise<Dispatchable | undefined> => {
  const found = await parts.store.transact(async (tx) => {
    const asked = await findAskedAbout(tx, parts, ticket, proposed);
    if (asked === undefined) return undefined;
    const { argumentsDigest, definition } = asked.row;
    const detail = { argumentsDigest, definition };
    await tx.append({ ...entryOf(asked.row), event: 'previewing', outcome: 'deferred', detail });
    return asked;
  });
  return found === undefined ? undefined : makePreviewable(parts, found.row, found.current);
};

const storedPreview = (parts: GateParts, { id }: CallRow, preview: CallPreview): StoredPreview => {
  if ('problem' in preview) return preview;
  const { digest, ...shown } = preview;
  const value: Json = JSON.parse(JSON.stringify(shown));
  return { digest, sealed: sealJson(parts.keys, value, previewScope(id)) };
};

/** Binds the call to what was shown. False where people decided about it meanwhile. */
const endPreview = async (parts: GateParts, call: string, preview: CallPreview): Promise<boolean> =>
  await parts.store.transact(async (tx) => {
    const row = await tx.call(call);
    if (row === undefined || !isAskedAbout(row) || (await tx.votes(call)).length > 0) return false;
    const situation = { ...row.situation, preview: storedPreview(parts, row, preview) };
    const binding = digestBinding(getApprovalBinding({ ...row, situation }));
    if (!(await tx.moveCall(call, 'held', 'held', { situation, binding }))) return false;
    const changes = 'problem' in preview ? null : preview.digest;
    const problem = 'problem' in preview ? preview.problem : null;
    const paths = 'problem' in preview ? 0 : preview.changes.length + preview.more;
    await tx.append({
      ...entryOf(row),
      event: 'previewed',
      outcome: problem === null ? 'deferred' : 'error',
      detail: { binding, changes, paths, problem },
    });
    return true;
  });

const problemOf = (error: unknown): CallPreview => ({
  problem:
    error instanceof CallgateError
      ? error.message
      : display(error instanceof Error ? error.message : String(error), { max: 200 }),
});

/**
 * Lets a call that waits for people run where nothing of it lasts, and puts what it would change before them. Undefined
 * where there is nothing to look at, or where people decided meanwhile: then it runs as any approved call does.
 */
export const previewCall = async (
  parts: GateParts,
  { ticket }: PendingCall,
  request: CallRequest,
  run: PreviewRunner,
  signal?: AbortSignal,
): Promise<CallPreview | undefined> => {
  const proposed = proposeCall(parts, request);
  if (!isProposedCall(proposed)) return undefined;
  const call = await beginPreview(parts, ticket, proposed);
  if (call === undefined) return undefined;
  const raced = await withDeadline(parts.clock, call.timeoutMs, signal, (inner) =>
    run(call, { signal: inner, progress: () => {}, watch: () => {} }),
  );
  const preview: CallPreview =
    raced.type === 'answered'
      ? raced.value
      : raced.type === 'threw'
        ? problemOf(raced.error)
        : {
            problem:
              raced.type === 'aborted' ? dispatchMessages.preview.left : dispatchMessages.preview.timeout,
          };
  if (!(await endPreview(parts, call.call, preview))) return undefined;
  parts.events.emit({ type: 'previewed', call: call.call, at: parts.clock.now() });
  return preview;
};
