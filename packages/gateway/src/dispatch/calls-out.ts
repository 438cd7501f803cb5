import type { Exchange } from '../receive/exchange.ts';

interface Out {
  readonly server: string;
  readonly exchange: Exchange;
}

/** The requests whose calls are out, so that what a server sends meanwhile finds who it is for. */
export class CallsOut {
  readonly #calls: Map<string, Out> = new Map();

  add(call: string, out: Out): void {
    this.#calls.set(call, out);
  }

  delete(call: string): void {
    this.#calls.delete(call);
  }

  /** The exchange of that call; without one, that of the only client with calls out at this server. */
  find(server: string, call: string | null): Exchange | undefined {
    if (call !== null) {
      const out = this.#calls.get(call);
      return out?.server === server ? out.exchange : undefined;
    }
    let found: Exchange | undefined;
    for (const out of this.#calls.values()) {
      if (out.server !== server) continue;
      // words of a server that may be for somebody else are for nobody
      if (found !== undefined && found.client.key !== out.exchange.client.key) return undefined;
      found = out.exchange;
    }
    return found;
  }
}
