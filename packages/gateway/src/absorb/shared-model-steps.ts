import { randomBytes } from 'node:crypto';
import { digestText } from '@callgate/core/receive';
import type { SharedState } from '@callgate/gate/store';
import { ModelStep } from './model-step.ts';

/** A host that asks later than this is told of what the process knows that it asks. */
const STEP_TTL_MS = 24 * 3_600_000;

type SharedStepStore = Pick<SharedState, 'put' | 'get' | 'take' | 'list'>;

const ownerOf = (session: string): string => digestText('model-step', session);

/**
 * Steps where every process on the same store finds them: a result may have come from one, and the host may ask
 * another. Each process shows its own, and the process that is asked takes those of the others.
 */
export class SharedModelSteps {
  readonly #board: SharedStepStore;
  readonly #process: string = randomBytes(8).toString('hex');
  readonly #shown: WeakSet<ModelStep> = new WeakSet();
  /** One after the other for a session: what is older never takes the place of what is newer. */
  readonly #showing: Map<string, Promise<void>> = new Map();

  constructor(board: SharedStepStore) {
    this.#board = board;
  }

  /** Shows what `newest` gives when it is its turn. */
  async show(session: string, newest: () => ModelStep | undefined): Promise<void> {
    const before = this.#showing.get(session) ?? Promise.resolve();
    const showing = before.catch(() => {}).then(() => this.#put(session, newest()));
    this.#showing.set(session, showing);
    try {
      await showing;
    } finally {
      if (this.#showing.get(session) === showing) this.#showing.delete(session);
    }
  }

  /** Whether another process was asked meanwhile, and has taken this step. */
  async isTaken(session: string, step: ModelStep): Promise<boolean> {
    return this.#shown.has(step) && (await this.#board.get('model-step', this.#name(session))) === undefined;
  }

  /** Puts what the other processes show into `taken`, one by one: what is in it is nowhere else any more. */
  async takeOthers(session: string, taken: ModelStep[]): Promise<void> {
    const own = this.#name(session);
    for (const { name, text } of await this.#board.list('model-step', ownerOf(session))) {
      if (name === own) continue;
      // what cannot be read stays there: nobody goes on without it
      ModelStep.read(text);
      const note = await this.#board.take('model-step', name);
      if (note !== undefined) taken.push(ModelStep.read(note.text));
    }
  }

  async #put(session: string, step: ModelStep | undefined): Promise<void> {
    if (step === undefined) return;
    const how = { lifeMs: STEP_TTL_MS, owner: ownerOf(session) };
    await this.#board.put('model-step', this.#name(session), step.written(), how);
    this.#shown.add(step);
  }

  #name(session: string): string {
    return `${ownerOf(session)}.${this.#process}`;
  }
}
