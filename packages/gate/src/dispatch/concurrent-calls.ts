import type { TracedTool } from '@callgate/core';
import { TOGETHER_MS } from '../confirm/group-calls.ts';

interface HeldTool {
  readonly call: string;
  readonly tool: TracedTool;
  readonly at: number;
}

const MAX_SESSIONS = 1000;

/** The tools of calls that people were asked about a moment ago: what comes now is one question with them. */
export class ConcurrentCalls {
  readonly #bySession: Map<string, readonly HeldTool[]> = new Map();

  /** The tools of the other calls, each once: a call whose work is done again is no neighbour of itself. */
  toolsBeside(session: string, call: string, now: number): readonly TracedTool[] {
    const others = this.#recent(session, now).filter((held) => held.call !== call);
    return [...new Set(others.map(({ tool }) => tool))];
  }

  add(session: string, call: string, tool: TracedTool, now: number): void {
    const others = this.#recent(session, now).filter((held) => held.call !== call);
    this.#bySession.delete(session);
    this.#bySession.set(session, [...others, { call, tool, at: now }]);
    for (const oldest of this.#bySession.keys()) {
      if (this.#bySession.size <= MAX_SESSIONS) break;
      this.#bySession.delete(oldest);
    }
  }

  #recent(session: string, now: number): readonly HeldTool[] {
    return (this.#bySession.get(session) ?? []).filter(({ at }) => now - at <= TOGETHER_MS);
  }
}
