import type { Policy } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import type { CallRow } from '@callgate/gate';
import { whyNotTogether } from '@callgate/gate';
import type { InboxRow } from '../api/inbox.ts';
import { marksOf } from './marks.ts';
import { heldBecause } from './reasons.ts';

type AlikeParts = Pick<CallRow, 'kind' | 'server' | 'target' | 'definition'>;

/** Calls of the same tool in the same definition have the same key. */
export const alikeKey = ({ kind, server, target, definition }: AlikeParts): string =>
  digest('alike', [kind, server, target, definition]);

/** All of a held call that a list needs. */
export const inboxRow = (row: CallRow, agreed: number, policy: Policy): InboxRow => ({
  call: row.id,
  principal: row.principal.subject,
  delegation: row.principal.delegation,
  context: row.context,
  session: row.session,
  kind: row.kind,
  server: row.server,
  target: row.target,
  askedAt: row.heldAt ?? row.receivedAt,
  expiresAt: row.expiresAt ?? 0,
  because: heldBecause(row.decision, policy),
  marks: marksOf(row.decision),
  labels: row.situation.labels,
  terms: row.decision.obligations.terms,
  approvers: row.decision.obligations.approvers,
  agreed,
  binding: row.binding ?? '',
  alike: alikeKey(row),
  notTogether: whyNotTogether([row]) ?? null,
  again: row.twin !== null,
});
