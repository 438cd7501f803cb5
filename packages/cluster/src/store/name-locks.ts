/** Someone who takes names. Who has a lower place came earlier. */
export interface NameHolder {
  readonly place: number;
}

interface NameWaiter<H extends NameHolder> {
  readonly holder: H;
  readonly isShared: boolean;
  readonly taken: (taken: boolean) => void;
}

interface LockedName<H extends NameHolder> {
  /** Whether each holder shares it. */
  readonly holders: Map<H, boolean>;
  waiting: NameWaiter<H>[];
}

/**
 * Names that pieces of work of one transaction have for themselves or share until they end. The database knows the
 * transaction only as a whole. Only who came later waits, so no two wait for each other.
 */
export class NameLocks<H extends NameHolder> {
  readonly #names: Map<string, LockedName<H>> = new Map();
  readonly #wanted: Map<H, Set<string>> = new Map();

  /** Undefined where it is taken at once; false where someone has it who came later. */
  take(holder: H, name: string, isShared: boolean): Promise<boolean> | boolean | undefined {
    const wanted = this.#wanted.get(holder);
    if (wanted === undefined) this.#wanted.set(holder, new Set([name]));
    else wanted.add(name);
    const locked = this.#names.get(name);
    if (locked === undefined) {
      this.#names.set(name, { holders: new Map([[holder, isShared]]), waiting: [] });
      return undefined;
    }
    const answer = NameLocks.#judge(locked, holder, isShared);
    if (answer === 'taken') return undefined;
    if (answer === 'refused') return false;
    return new Promise((taken) => {
      locked.waiting.push({ holder, isShared, taken });
    });
  }

  /** It has ended. */
  release(holder: H): void {
    const wanted = this.#wanted.get(holder) ?? [];
    this.#wanted.delete(holder);
    for (const name of wanted) {
      const locked = this.#names.get(name);
      if (locked === undefined) continue;
      locked.holders.delete(holder);
      const waiting = locked.waiting.toSorted((a, b) => a.holder.place - b.holder.place);
      locked.waiting = [];
      for (const waiter of waiting) {
        const answer =
          waiter.holder === holder ? 'refused' : NameLocks.#judge(locked, waiter.holder, waiter.isShared);
        if (answer === 'waits') locked.waiting.push(waiter);
        else waiter.taken(answer === 'taken');
      }
      if (locked.holders.size === 0 && locked.waiting.length === 0) this.#names.delete(name);
    }
  }

  static #judge<H extends NameHolder>(
    { holders }: LockedName<H>,
    holder: H,
    isShared: boolean,
  ): 'taken' | 'refused' | 'waits' {
    const own = holders.get(holder);
    if (own !== undefined && (isShared || !own)) return 'taken';
    let waits = false;
    for (const [other, sharesIt] of holders) {
      if (other === holder || (isShared && sharesIt)) continue;
      if (other.place > holder.place) return 'refused';
      waits = true;
    }
    if (waits) return 'waits';
    holders.set(holder, isShared);
    return 'taken';
  }
}
