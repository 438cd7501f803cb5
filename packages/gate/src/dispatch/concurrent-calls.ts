import type { TracedTool } from '@callgate/core';
import { TOGETHER_MS } from '../confirm/group-calls.ts';

interface HeldTool {
  readonly tool: TracedTool;
  readonly at: number;
}

const MAX_SESSIONS = 1000;

/** The tools of calls that people were asked about a moment ago: what comes now is one question with them. */
export class ConcurrentCalls {
  readonly #bySession: Map<string, readonly HeldTool[]> = new Map();

  /** Each tool once. */
  toolsOf(session: string, now: number): readonly TracedTool[] {
    return [...new Set(this.#recent(session, now).map(({ tool }) => tool))];
  }

  add(session: string, tool: TracedTool, now: number): void {
    const recent = this.#recent(session, now);
    this.#bySession.delete(session);
    this.#bySession.set(session, [...recent, { tool, at: now }]);
    for (const oldest of this.#bySession.keys()) {
      if (this.#bySession.size <= MAX_SESSIONS) break;
      this.#bySession.delete(oldest);
    }
  }

  #recent(session: string, now: number): readonly HeldTool[] {
    return (this.#bySession.get(session) ?? []).filter(({ at }) => now - at <= TOGETHER_MS);
  }
}
