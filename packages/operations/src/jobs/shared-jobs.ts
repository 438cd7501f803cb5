import { CallgateError } from '@callgate/core';
import type { z } from 'zod';
import type { OperationParts } from '../operation-parts.ts';
import { readSharedJson } from '../read-shared-json.ts';

const KIND = 'console-job';
/** Of a process that is gone nobody is told for longer that it works. */
const ALIVE_MS = 20_000;
const BEAT_MS = 5000;
/** How far it is is written down at most so often. */
const EVERY_MS = 1000;

export interface JobView {
  readonly running: boolean;
  /** How long it is shown when it is over. */
  readonly keptMs: number;
}

/** What a process says of a job of its own. */
interface OwnJob {
  text: string;
  running: boolean;
  keptMs: number;
  writtenText: string | undefined;
  writtenAt: number;
  writing: Promise<void> | undefined;
}

export type SharedJobsParts = Pick<OperationParts, 'board' | 'clock'>;

/**
 * How the jobs of every console on the same store stand, so that a page can ask any of them. Each job is worked on by
 * one process, which alone says how it stands; the others read that, and tell it to stop.
 */
export class SharedJobs<V> {
  readonly #parts: SharedJobsParts;
  readonly #what: string;
  readonly #shape: z.ZodType<V>;
  readonly #own: Map<string, OwnJob> = new Map();
  #beating = false;

  /** `what`: a word that tells these jobs from others. */
  constructor(parts: SharedJobsParts, what: string, shape: z.ZodType<V>) {
    this.#parts = parts;
    this.#what = what;
    this.#shape = shape;
  }

  /** Resolves when the others can know. What cannot be written now is written later, unless it is the first word. */
  async say(id: string, view: V, { running, keptMs }: JobView): Promise<void> {
    const text = JSON.stringify(view);
    const known = this.#own.get(id);
    if (known === undefined) {
      const saying = { text, running, keptMs, writtenText: undefined, writtenAt: 0, writing: undefined };
      await this.#put(id, saying);
      this.#own.set(id, saying);
      this.#beat();
      return;
    }
    Object.assign(known, { text, running, keptMs });
    if (running && this.#parts.clock.now() - known.writtenAt < EVERY_MS) return;
    await this.#write(id, known).catch(() => {});
  }

  /** As it was said last, by whichever process. */
  async find(id: string): Promise<V | undefined> {
    try {
      const note = await this.#parts.board.get(KIND, this.#name(id));
      return note === undefined ? undefined : readSharedJson(note.text, this.#shape);
    } catch (error) {
      // sealed with another key: nothing that this console could know of
      if (error instanceof CallgateError && error.code === 'SECRET_SEALED') return undefined;
      throw error;
    }
  }

  /** From now on nobody finds it. */
  async drop(id: string): Promise<void> {
    await this.#parts.board.take(KIND, this.#name(id));
  }

  /** Asks the process that works on it. `which`: for a process that works on several in turn. */
  async stop(id: string, which: string): Promise<void> {
    await this.#parts.board.put(KIND, this.#stopName(id), which, { lifeMs: ALIVE_MS });
  }

  /** Tells what others say of theirs, and which are to stop. */
  listen(told: (view: V) => void, stopped: (which: string) => void): void {
    this.#parts.board.onChange(KIND, (name) => {
      void this.#heard(name, told, stopped).catch(() => {});
    });
  }

  async #heard(name: string, told: (view: V) => void, stopped: (which: string) => void): Promise<void> {
    const [what, id] = name.split(' ', 2);
    if (id === undefined) return;
    if (what === `${this.#what}-stop`) {
      const note = this.#own.has(id) ? await this.#parts.board.take(KIND, name) : undefined;
      if (note !== undefined) stopped(note.text);
    } else if (what === this.#what && !this.#own.has(id)) {
      const view = await this.find(id);
      if (view !== undefined) told(view);
    }
  }

  /** A request during a write waits for the next write. */
  async #write(id: string, saying: OwnJob): Promise<void> {
    await saying.writing?.catch(() => {});
    if (saying.writtenText === saying.text && !saying.running) return;
    saying.writing ??= this.#put(id, saying).finally(() => {
      saying.writing = undefined;
    });
    await saying.writing;
  }

  async #put(id: string, saying: OwnJob): Promise<void> {
    const { text, running, keptMs } = saying;
    const { board, clock } = this.#parts;
    saying.writtenAt = clock.now();
    await board.put(KIND, this.#name(id), text, { lifeMs: running ? ALIVE_MS : keptMs });
    saying.writtenText = text;
    // what is over and known to all is said by nobody any more
    if (!running && saying.text === text) this.#own.delete(id);
  }

  #beat(): void {
    if (this.#beating) return;
    this.#beating = true;
    this.#parts.clock.after(
      BEAT_MS,
      () => {
        this.#beating = false;
        for (const [id, saying] of this.#own) void this.#write(id, saying).catch(() => {});
        if (this.#own.size > 0) this.#beat();
      },
      'idle',
    );
  }

  #name(id: string): string {
    return `${this.#what} ${id}`;
  }

  #stopName(id: string): string {
    return `${this.#what}-stop ${id}`;
  }
}
