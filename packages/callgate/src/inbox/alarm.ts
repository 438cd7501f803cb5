/** Sleeps until it is time to look again, or something happened. */
export class Alarm {
  #ring: (() => void) | undefined;
  #rung = false;

  ring(): void {
    this.#rung = true;
    this.#ring?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.#rung)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#ring = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#ring = undefined;
    this.#rung = false;
  }
}
