import type { InboxRow } from '@callgate/operations/socket';
import { CallgateError, display } from '@callgate/core';
import { approvalMessages } from '@callgate/messages/approval';
import { asciiJson } from '../show/ascii-json.ts';
import { writeAndWait } from '../show/style.ts';
import { Alarm } from './alarm.ts';
import { callJson, toolText, pendingCallText } from './call-text.ts';
import type { OperationsAccess } from './open-operations-access.ts';
import { openOperationsAccess } from './open-operations-access.ts';
import { readAllPages } from './read-all-pages.ts';

export const POLL_MS = 1000;

class InboxWatch {
  readonly #json: boolean;
  readonly #known: Map<string, string> = new Map();

  constructor(json: boolean) {
    this.#json = json;
  }

  async look({ operations }: OperationsAccess): Promise<void> {
    const gone = new Map(this.#known);
    for await (const call of readAllPages((page) => operations.ask('inbox.list', page))) {
      gone.delete(call.id);
      if (!this.#known.has(call.id)) await this.#came(call);
    }
    for (const [id, tool] of gone) {
      this.#known.delete(id);
      const found = await operations.ask('inbox.show', { call: id });
      await this.#went(id, tool, found?.call.state ?? 'gone');
    }
  }

  async #came(call: InboxRow): Promise<void> {
    this.#known.set(call.id, toolText(call));
    await writeAndWait(
      this.#json
        ? asciiJson({ type: 'waits', call: callJson(call) })
        : `${pendingCallText(call, Date.now())}\n`,
    );
  }

  async #went(id: string, tool: string, state: string): Promise<void> {
    await writeAndWait(
      this.#json
        ? asciiJson({ type: 'over', call: id, state })
        : `${approvalMessages.inbox.over({ tool, call: display(id, { max: 128 }), state: display(state) })}\n`,
    );
  }
}

export const isGone = (error: unknown): boolean =>
  error instanceof CallgateError && error.code === 'CONTROL_GONE';

/** Tells what comes to wait for people and what no longer does, until the process is ended. */
export const watchInbox = async ({ json }: { readonly json: boolean }): Promise<never> => {
  const watch = new InboxWatch(json);
  const alarm = new Alarm();
  for (;;) {
    const access = await openOperationsAccess({ write: false });
    await access.listen(() => alarm.ring());
    try {
      for (;;) {
        await watch.look(access);
        await alarm.sleep(POLL_MS);
      }
    } catch (error) {
      if (!isGone(error)) throw error;
    } finally {
      await access.close();
    }
  }
};
