import { hash } from 'node:crypto';
import { CallgateError, canonical } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { SharedState } from '@callgate/gate/store';
import { z } from 'zod';

const MAX = 10_000;
const LIFE_MS = 86_400_000;
const ALL = 'tasks at servers';

const noteSchema = z.strictObject({ server: z.string(), task: z.string(), tool: z.string() });

const keyOf = (server: string, task: string): string => `${server}\n${task}`;

/** A server's own names can be long, and are nobody's to read. */
const nameOf = (server: string, task: string, tool: string): string =>
  hash('sha256', canonical([server, task, tool]), 'base64url');

/**
 * Which tool a server's task belongs to: what is answered to it is judged as that tool. What other processes noted is
 * learned as they note it; a task that is not known here is no tool's, and nothing is let through for it.
 */
export class UpstreamTasks {
  readonly #tools: Map<string, string> = new Map();
  /** Servers over standard input and output are others in other processes: null where their tasks have the same name. */
  readonly #heard: Map<string, string | null> = new Map();
  readonly #board: SharedState | undefined;
  #stop: (() => void) | undefined;

  /** @param board What other processes share; absent where there are none. */
  constructor(board?: SharedState) {
    this.#board = board;
  }

  /** Knows from now on what others know. */
  async open(): Promise<void> {
    const board = this.#board;
    if (board === undefined) return;
    this.#stop = board.onChange('task-tool', (name) => {
      board.get('task-tool', name).then(
        (note) => note !== undefined && this.#learn(note.text),
        // it stays unknown, which lets nothing through
        () => {},
      );
    });
    for (const { text } of await board.list('task-tool', ALL)) this.#learn(text);
  }

  /** Resolves when every process can know it; nothing may be answered to the task before. */
  async note(server: string, task: string, tool: string): Promise<void> {
    const key = keyOf(server, task);
    if (this.#tools.get(key) === tool) return;
    await this.#board?.put('task-tool', nameOf(server, task, tool), canonical({ server, task, tool }), {
      lifeMs: LIFE_MS,
      owner: ALL,
    });
    if (this.#tools.size >= MAX) this.#tools.clear();
    this.#tools.set(key, tool);
  }

  tool(server: string, task: string): string | undefined {
    const key = keyOf(server, task);
    return this.#tools.get(key) ?? this.#heard.get(key) ?? undefined;
  }

  close(): void {
    this.#stop?.();
  }

  #learn(text: string): void {
    try {
      const { server, task, tool } = noteSchema.parse(parseStrict(text));
      const key = keyOf(server, task);
      if (this.#heard.size >= MAX) this.#heard.clear();
      this.#heard.set(
        key,
        (this.#heard.get(key) ?? tool) === tool && this.#heard.get(key) !== null ? tool : null,
      );
    } catch (error) {
      if (!(error instanceof CallgateError) && !(error instanceof z.ZodError)) throw error;
    }
  }
}
