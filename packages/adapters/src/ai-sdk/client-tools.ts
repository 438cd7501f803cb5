import type { Gate } from '@callgate/gate';

/** Which tools clients run, as far as they were wrapped in this process. */
export class ClientTools {
  readonly #servers: Map<string, Set<string>> = new Map();

  add(server: string, name: string): void {
    this.#servers.set(name, (this.#servers.get(name) ?? new Set()).add(server));
  }

  has(server: string, name: string): boolean {
    return this.#servers.get(name)?.has(server) === true;
  }

  /** Where a tool of this name comes from. Undefined where that is nowhere, or not clear. */
  serverOf(name: string): string | undefined {
    const servers = this.#servers.get(name);
    const [only] = servers ?? [];
    return servers?.size === 1 ? only : undefined;
  }
}

const byGate = new WeakMap<Gate, ClientTools>();

export const clientToolsOf = (gate: Gate): ClientTools => {
  const known = byGate.get(gate) ?? new ClientTools();
  byGate.set(gate, known);
  return known;
};
