import type { SandboxContract } from '@callgate/core/disclose';
import { toolStateErrors } from '@callgate/messages/errors/tool-state';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Enforcement } from './enforcement.ts';
import { ListFile } from './list-file.ts';

/** Where one tool ran last, as it was defined then. */
interface KnownContract {
  readonly tool: string;
  readonly digest: string;
  readonly contract: SandboxContract;
}

interface ServerContracts {
  readonly server: string;
  readonly identity: string;
  readonly tools: readonly KnownContract[];
}

const contract = z.strictObject({
  readOnly: z.boolean(),
  closedWorld: z.boolean(),
  place: z
    .strictObject({
      level: z.enum(['enforced', 'seat-belt', 'declared']),
      backend: z.string(),
      writes: z.boolean(),
      network: z.boolean(),
    })
    .exactOptional(),
});

const isOf =
  (server: string, identity: string) =>
  (one: ServerContracts): boolean =>
    one.server === server && one.identity === identity;

/** Where tools ran last, for people who look while no process serves them. Nothing that runs is decided by it. */
export class ContractFile {
  readonly #file: ListFile<ServerContracts>;

  constructor(folder: string) {
    this.#file = new ListFile(folder, {
      name: 'contracts',
      key: 'servers',
      list: z.array(
        z.strictObject({
          server: z.string(),
          identity: z.string(),
          tools: z.array(z.strictObject({ tool: z.string(), digest: z.string(), contract })),
        }),
      ),
      unreadable: toolStateErrors.contractsUnreadable,
    });
  }

  note(server: string, identity: string, tools: readonly KnownContract[]): void {
    try {
      this.#note(server, identity, tools);
    } catch (error) {
      // a server without a contract runs whatever became of the file: it is only shown from it
      if (tools.length > 0) throw error;
    }
  }

  #note(server: string, identity: string, tools: readonly KnownContract[]): void {
    this.#file.change((all) => {
      const before = all.find(isOf(server, identity));
      if (isDeepStrictEqual(before?.tools, tools) || (before === undefined && tools.length === 0))
        return null;
      const others = all.filter((one) => one !== before);
      return tools.length === 0 ? others : [...others, { server, identity, tools }];
    });
  }

  /** As it was seen last; null where it ran as any program does. */
  of(server: string, identity: string): Enforcement | null {
    const known = this.#file.read().find(isOf(server, identity));
    if (known === undefined) return null;
    const byTool = new Map(known.tools.map((one) => [one.tool, one]));
    return {
      contracts: (tools) =>
        new Map(
          tools.flatMap(({ name, digest }) => {
            const one = byTool.get(name);
            return one?.digest === digest ? [[name, one.contract] as const] : [];
          }),
        ),
    };
  }
}
