const MAX_CONTEXTS = 10_000;

/** What clients sent along last as the person's words, so that each is heard once and not with every call. */
export class LastUserMessages {
  readonly #last: Map<string, string> = new Map();

  isNew(context: string, text: string): boolean {
    if (this.#last.get(context) === text) return false;
    if (this.#last.size >= MAX_CONTEXTS) this.#last.clear();
    this.#last.set(context, text);
    return true;
  }

  /** It could not be kept: it is heard when it is sent along again. */
  forget(context: string): void {
    this.#last.delete(context);
  }
}
