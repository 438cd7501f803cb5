import type { Progress } from '@callgate/gate/host';
import type { CallRow } from '@callgate/gate/record';
import type { CallActivity, RunningCall } from '../api/inbox.ts';
import type { InboxParts } from './inbox-parts.ts';
import { marksOf } from './marks.ts';

const FEED = 100;
const REMEMBERED = 200;
const SHOWN = 100;
/** What came back is told of a little longer. */
const JUST_NOW_MS = 60_000;
const MAX_MESSAGE = 2000;

interface CallFeed {
  readonly feed: CallActivity[];
  forgotten: number;
}

/** Every call that is out, with what it says of itself as long as that is remembered. */
export class ActivityFeed {
  readonly #parts: InboxParts;
  readonly #heard: Map<string, CallFeed> = new Map();

  constructor(parts: InboxParts) {
    this.#parts = parts;
    parts.changes.onEvent((event) => {
      if (event.type === 'progress') this.#hear(event.call, event.progress);
    });
  }

  #hear(call: string, { progress, total, message }: Progress): void {
    const heard = this.#heard.get(call) ?? { feed: [], forgotten: 0 };
    heard.feed.push({
      at: this.#parts.clock.now(),
      progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message: message.slice(0, MAX_MESSAGE) }),
    });
    if (heard.feed.length > FEED) {
      heard.feed.shift();
      heard.forgotten += 1;
    }
    // the latest to speak is the last to be forgotten
    this.#heard.delete(call);
    this.#heard.set(call, heard);
    const [oldest] = this.#heard.keys();
    if (this.#heard.size > REMEMBERED && oldest !== undefined) this.#heard.delete(oldest);
  }

  #story(row: CallRow): RunningCall {
    const heard = this.#heard.get(row.id);
    const since = row.dispatchedAt ?? row.receivedAt;
    const { timeoutMs } = row.decision.obligations;
    return {
      call: row.id,
      principal: row.principal.subject,
      context: row.context,
      server: row.server,
      target: row.target,
      state: row.state,
      marks: marksOf(row.decision),
      since,
      endedAt: row.endedAt,
      until: timeoutMs === null ? null : since + timeoutMs,
      progress: heard?.feed.at(-1) ?? null,
      feed: row.decision.facts.agentic === 'yes' ? (heard?.feed ?? []) : [],
      forgotten: heard?.forgotten ?? 0,
    };
  }

  /** Those that are out first, then those that came back just now; newest first. */
  async running(): Promise<readonly RunningCall[]> {
    const { desk, clock } = this.#parts;
    const { read } = desk;
    const out = await read.search({ states: ['dispatching'] }, { limit: SHOWN });
    const back: CallRow[] = [];
    for (const call of this.#heard.keys()) {
      const row = await read.call(call);
      if (row?.endedAt !== null && row?.endedAt !== undefined && clock.now() - row.endedAt <= JUST_NOW_MS)
        back.push(row);
    }
    back.sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0));
    return [...out.items, ...back].map((row) => this.#story(row));
  }
}
