import type { Gate } from '@callgate/gate';
import { perGate } from '../host/per-gate.ts';

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

export const clientToolsOf: (gate: Gate) => ClientTools = perGate(() => new ClientTools());
