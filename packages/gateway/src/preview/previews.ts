import type { Json } from '@callgate/core';
import { CallgateError, isJsonObject } from '@callgate/core';
import type { UndoJournal } from '@callgate/contract/overlay';
import { openUndoJournal, readChanges } from '@callgate/contract/overlay';
import type { CallPreview, Clock, Dispatchable, Gate, PreviewRunner, UpstreamResponse } from '@callgate/gate';
import { NotSentError } from '@callgate/gate';
import { contractMessages } from '@callgate/messages/contract';
import { errorSentences } from '@callgate/messages/text/error-text';
import type { Server } from '../dispatch/servers.ts';
import type { OutboundRequest } from '../dispatch/upstream.ts';
import { isInputRequired } from '../receive/reply.ts';
import type { Reply } from '../wire/json-rpc.ts';
import { showChanges } from './show-changes.ts';

const texts = contractMessages.preview;

/** States in which a call may still be committed. */
const OPEN: ReadonlySet<string> = new Set(['held', 'approved', 'dispatching']);

/** A final answer of a tool that did what it was asked. */
const isUsable = (reply: Reply): boolean =>
  reply.type === 'result' &&
  reply.isError !== true &&
  isJsonObject(reply.result) &&
  reply.result['isError'] !== true &&
  !isInputRequired(reply.result) &&
  (reply.result['resultType'] === undefined || reply.result['resultType'] === 'complete');

export interface PreviewsParts {
  readonly gate: Gate;
  readonly clock: Clock;
  /** The folder of Callgate. */
  readonly home: string;
}

/** Calls that ran where nothing of them lasts, until people have decided about them. */
export class Previews {
  readonly #gate: Gate;
  readonly #journal: UndoJournal;

  constructor({ gate, clock, home }: PreviewsParts) {
    this.#gate = gate;
    this.#journal = openUndoJournal(home, () => clock.now());
    gate.onEvent((event) => {
      if (event.type === 'moved' && !OPEN.has(event.state)) this.#ended(event.call).catch(() => {});
    });
  }

  /** Sees to what an earlier process left. Returns the files that something else changed in the middle of a commit. */
  async recover(): Promise<readonly string[]> {
    const left = await this.#journal.recover();
    for (const { call, state } of this.#journal.list()) {
      const row = state === 'previewed' ? await this.#gate.desk.read.call(call) : undefined;
      if (state === 'previewed' && !OPEN.has(row?.state ?? '')) await this.#ended(call);
    }
    await this.#journal.prune();
    return left;
  }

  /** Whether a call may run before anybody approved it: only where nothing can last and nothing can leave. */
  canPreview(server: Server, contract: Dispatchable['contract'] | undefined): boolean {
    const { config, upstream } = server;
    const place = contract?.place;
    return (
      upstream.preview !== undefined &&
      config.contract?.allow.length === 0 &&
      contract?.closedWorld === true &&
      place?.level === 'enforced' &&
      place.backend === 'bubblewrap' &&
      place.writes &&
      !place.network
    );
  }

  runner({ upstream }: Server, how: OutboundRequest): PreviewRunner {
    return async (call, context) => {
      if (upstream.preview === undefined || how.method !== 'tools/call') return { problem: texts.notHeld };
      const { follow: _, ...plain } = how;
      return await upstream.preview<CallPreview>(call, plain, context, async ({ reply, layers, since }) => {
        if (!isUsable(reply)) return { problem: texts.toolFailed };
        return await this.#keep(call, reply, (keep) => readChanges(layers, { since, keep }));
      });
    };
  }

  async #keep(
    { call }: Dispatchable,
    reply: Reply,
    read: Parameters<UndoJournal['preview']>[1],
  ): Promise<CallPreview> {
    const { changes, digest } = await this.#journal.preview(call, read);
    const answer: Json = JSON.parse(JSON.stringify(reply));
    this.#journal.keepResult(call, answer);
    const shown = showChanges(changes, (content, most) => this.#journal.content(call, content, most));
    return { digest, ...shown };
  }

  /** Commits exactly what was approved, and gives the answer that was kept. Nothing is sent. */
  async commit(dispatchable: Dispatchable): Promise<UpstreamResponse> {
    const { call } = dispatchable;
    const changes = dispatchable.takeChanges();
    let reply: Json;
    try {
      reply = this.#journal.result(call);
      await this.#journal.commit(call, changes);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      await this.#gate.filesChanged({ call, did: 'conflict', changes });
      throw new NotSentError(texts.notCommitted({ problem: errorSentences(error) }));
    }
    await this.#gate.filesChanged({ call, did: 'committed', changes });
    this.#journal.prune().catch(() => {});
    // it was written from a reply of the same shape
    return isJsonObject(reply) && reply['type'] === 'result'
      ? { type: 'result', result: reply['result'] ?? {} }
      : { type: 'error', code: 'UNDO_DAMAGED', message: texts.resultLost };
  }

  async #ended(call: string): Promise<void> {
    const entry = this.#journal.find(call);
    if (entry?.state !== 'previewed') return;
    await this.#journal.discard(call);
    await this.#gate.filesChanged({ call, did: 'discarded', changes: entry.digest });
  }
}
