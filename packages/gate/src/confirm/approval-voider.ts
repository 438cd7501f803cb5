import { dispatchMessages } from '@callgate/messages/dispatch';
import type { CallRow } from '../record/call-row.ts';
import type { Grant } from '../record/grant.ts';
import type { ConfirmParts } from './confirm-parts.ts';
import type { ApprovalService } from './approval-service.ts';
import { withdrawCall } from './end-call.ts';

const texts = dispatchMessages.voided;

/** What people said yes to is over for good: the calls that wait, and the grants. */
export class ApprovalVoider {
  readonly #parts: ConfirmParts;
  readonly #desk: Pick<ApprovalService, 'revoke'>;

  constructor(parts: ConfirmParts, desk: Pick<ApprovalService, 'revoke'>) {
    this.#parts = parts;
    this.#desk = desk;
  }

  /** Tools of this server are defined otherwise now. */
  async ofRedefined(server: string): Promise<void> {
    const { catalogue, store } = this.#parts;
    const isOld = ({ kind, target, definition }: Pick<CallRow, 'kind' | 'target' | 'definition'>): boolean =>
      catalogue.find(kind, server, target)?.tool.definition !== definition;
    const held = { server, states: ['held', 'approved'] } as const;
    for (let after: string | null | undefined; after !== null;) {
      const page = await store.read.search(held, { limit: 100, ...(after === undefined ? {} : { after }) });
      for (const row of page.items)
        if (isOld(row)) await withdrawCall(this.#parts, row.ticket ?? '', texts.definitionChanged);
      after = page.next;
    }
    await this.#revoke(
      (grant) => grant.server === server && isOld({ kind: 'tool', ...grant }),
      texts.definitionChanged,
    );
  }

  /** The caller of this session is gone. */
  async ofSession(session: string): Promise<void> {
    const { store } = this.#parts;
    for (let more = true; more;) {
      const { items } = await store.read.search({ session, states: ['held', 'approved'] }, { limit: 100 });
      const ended = await Promise.all(
        items.map(({ ticket }) => withdrawCall(this.#parts, ticket ?? '', texts.contextEnded)),
      );
      more = ended.includes(true);
    }
    await this.#revoke(
      ({ scope }) => scope.kind === 'session' && scope.session === session,
      texts.sessionEnded,
    );
  }

  /** What was planned was planned for the task. A call that was made goes on waiting. */
  async ofTask(session: string): Promise<void> {
    const { store } = this.#parts;
    const held = { session, states: ['held', 'approved'] } as const;
    for (let after: string | null | undefined; after !== null;) {
      const page = await store.read.search(held, { limit: 100, ...(after === undefined ? {} : { after }) });
      for (const { situation, ticket } of page.items)
        if (situation.planned === true) await withdrawCall(this.#parts, ticket ?? '', texts.taskEnded);
      after = page.next;
    }
  }

  async #revoke(ends: (grant: Grant) => boolean, reason: string): Promise<void> {
    const { store, clock } = this.#parts;
    const filter = { live: true, now: clock.now() };
    for (let after: string | null | undefined; after !== null;) {
      const page = await store.read.grants(
        { limit: 1000, ...(after === undefined ? {} : { after }) },
        filter,
      );
      for (const grant of page.items) if (ends(grant)) await this.#desk.revoke(grant.id, 'callgate', reason);
      after = page.next;
    }
  }
}
