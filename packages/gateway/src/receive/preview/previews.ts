import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@callgate/core';
import { CallgateError, display, isJsonObject } from '@callgate/core';
import type { FileChange, RecoveredChanges, UndoJournal } from '@callgate/contract/overlay';
import type {
  CallPreview,
  Clock,
  DispatchContext,
  Dispatchable,
  Gate,
  PreviewRunner,
  UpstreamResponse,
} from '@callgate/gate';
import { NotSentError } from '@callgate/gate';
import { findRecordedChanges } from '@callgate/gate/record';
import { contractMessages } from '@callgate/messages/contract';
import { errorSentences } from '@callgate/messages/text/error-text';
import type { FileCommits } from '../../dispatch/create-dispatcher.ts';
import type { Server } from '../../dispatch/servers.ts';
import type { OutboundRequest } from '../../dispatch/upstream.ts';
import { isInputRequired } from '../reply.ts';
import type { Reply } from '../../wire/json-rpc.ts';

const texts = contractMessages.preview;

/** States in which a call may still be committed. */
const OPEN: ReadonlySet<string> = new Set(['held', 'approved', 'dispatching']);

/** Errors after which files may have been changed. */
const UNKNOWN: ReadonlySet<string> = new Set(['FILES_NOT_RESTORED', 'UNDO_STATE']);

/** A final answer of a tool that did what it was asked. */
const isUsable = (reply: Reply): boolean =>
  reply.type === 'result' &&
  reply.isError !== true &&
  isJsonObject(reply.result) &&
  reply.result['isError'] !== true &&
  !isInputRequired(reply.result) &&
  (reply.result['resultType'] === undefined || reply.result['resultType'] === 'complete');

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** A folder on the way to a place of secrets is none, but a link there leads it elsewhere. What the operator made a root is theirs. */
const touchesSecret = ({ root, path, before, after }: FileChange, secrets: readonly string[]): boolean => {
  const changed = `${root}/${path}`;
  const isLink = before?.kind === 'link' || after?.kind === 'link';
  return secrets.some(
    (secret) =>
      !isWithin(root, secret) && (isWithin(changed, secret) || (isLink && isWithin(secret, changed))),
  );
};

export interface PreviewsParts {
  readonly gate: Gate;
  readonly clock: Clock;
  /** The folder of Callgate. */
  readonly home: string;
}

/** Calls that ran where nothing of them lasts, until people have decided about them. Loaded with the first of them. */
export class Previews implements FileCommits {
  readonly #gate: Gate;
  readonly #clock: Clock;
  readonly #home: string;
  #opening: Promise<UndoJournal> | undefined;

  constructor({ gate, clock, home }: PreviewsParts) {
    this.#gate = gate;
    this.#clock = clock;
    this.#home = home;
  }

  #journal(): Promise<UndoJournal> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<UndoJournal> {
    const { openUndoJournal } = await import('@callgate/contract/overlay');
    const journal = openUndoJournal(this.#home, () => this.#clock.now());
    this.#gate.onEvent((event) => {
      if (event.type === 'moved' && !OPEN.has(event.state)) this.#ended(event.call).catch(() => {});
    });
    return journal;
  }

  /** Sees to what an earlier process left. */
  async recover(): Promise<RecoveredChanges> {
    if (!existsSync(join(this.#home, 'undo'))) return { left: [], problems: [] };
    const journal = await this.#journal();
    const { read } = this.#gate.desk;
    const recovered = await journal.recover(async (call) =>
      (await read.call(call)) === undefined ? undefined : findRecordedChanges(await read.rowsOfCall(call)),
    );
    for (const { call, state } of journal.list()) {
      const row = state === 'previewed' ? await read.call(call) : undefined;
      // a call of another store may still be open there
      if (row !== undefined && !OPEN.has(row.state)) await this.#ended(call);
    }
    await journal.prune();
    return recovered;
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
        const { readChanges } = await import('@callgate/contract/overlay');
        return await this.#keep(call, reply, (keep) => readChanges(layers, { since, keep }));
      });
    };
  }

  async #keep(
    { call }: Dispatchable,
    reply: Reply,
    read: Parameters<UndoJournal['preview']>[1],
  ): Promise<CallPreview> {
    const journal = await this.#journal();
    const { changes, digest } = await journal.preview(call, read);
    const answer: Json = JSON.parse(JSON.stringify(reply));
    journal.keepResult(call, answer);
    const { showChanges } = await import('./show-changes.ts');
    const shown = showChanges(changes, (content, most) => journal.content(call, content, most));
    return { digest, ...shown };
  }

  /** Commits exactly what was approved, and gives the answer that was kept. Nothing is sent. */
  async commit(dispatchable: Dispatchable): Promise<UpstreamResponse> {
    const { call } = dispatchable;
    const changes = dispatchable.takeChanges();
    const journal = await this.#journal();
    let reply: Json = null;
    await this.#commitAll(journal, call, changes, () => (reply = journal.result(call)));
    // it was written from a reply of the same shape
    return isJsonObject(reply) && reply['type'] === 'result'
      ? { type: 'result', result: reply['result'] ?? {} }
      : { type: 'error', code: 'UNDO_DAMAGED', message: texts.resultLost };
  }

  async #commitAll(
    journal: UndoJournal,
    call: string,
    changes: string,
    before: () => unknown,
  ): Promise<void> {
    try {
      before();
      await journal.commit(call, changes);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      await this.#gate.filesChanged({ call, did: 'conflict', changes });
      if (UNKNOWN.has(error.code)) throw error;
      throw new NotSentError(texts.notCommitted({ problem: errorSentences(error) }));
    }
    await this.#gate.filesChanged({ call, did: 'committed', changes });
    journal.prune().catch(() => {});
  }

  /** Whether a call of a server whose calls are transactions runs on copies. What people approved without a preview runs for real. */
  isTransaction(server: Server, call: Dispatchable, { method }: OutboundRequest): boolean {
    return method === 'tools/call' && !call.hasPreviewProblem && this.canPreview(server, call.contract);
  }

  /** Runs a call that may leave on copies of its own, and commits what it changed if it did what it was asked. */
  async transact(
    { upstream }: Server,
    call: Dispatchable,
    how: OutboundRequest,
    context: DispatchContext,
  ): Promise<UpstreamResponse> {
    const { signal } = context;
    if (upstream.preview === undefined || how.method !== 'tools/call') throw new NotSentError(texts.notHeld);
    const { follow: _, ...plain } = how;
    const journal = await this.#journal();
    let ran: { readonly reply: Reply; readonly changes: string | null };
    try {
      ran = await upstream.preview(call, plain, context, async ({ reply, layers, since, secrets }) => {
        if (!isUsable(reply)) return { reply, changes: null };
        const { readChanges } = await import('@callgate/contract/overlay');
        const read = await journal.preview(call.call, async (keep) => {
          const changes = await readChanges(layers, { since, keep });
          const secret = changes.find((change) => touchesSecret(change, secrets));
          if (secret !== undefined)
            throw new NotSentError(
              texts.notCommitted({
                problem: texts.secret({ path: display(`${secret.root}/${secret.path}`, { max: 200 }) }),
              }),
            );
          return changes;
        });
        return { reply, changes: read.changes.length === 0 ? null : read.digest };
      });
    } catch (error) {
      // whatever it did, it did to copies
      throw error instanceof CallgateError
        ? new NotSentError(texts.notCommitted({ problem: errorSentences(error) }))
        : error;
    }
    const { reply, changes } = ran;
    try {
      if (changes !== null) {
        if (signal.aborted) throw new NotSentError(texts.notCommitted({ problem: texts.tooLate }));
        await this.#gate.filesChanged({ call: call.call, did: 'committing', changes });
        await this.#commitAll(journal, call.call, changes, () => {});
      }
    } finally {
      // one that was committed stays, for undo
      await journal.discard(call.call);
    }
    return reply;
  }

  async #ended(call: string): Promise<void> {
    const journal = await this.#journal();
    const entry = journal.find(call);
    if (entry?.state !== 'previewed') return;
    await journal.discard(call);
    await this.#gate.filesChanged({ call, did: 'discarded', changes: entry.digest });
  }
}
