import type { Trust } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { z } from 'zod';
import { VersionedFile } from './versioned-file.ts';

/** What counts of what the operator said. */
export interface BoundTrust {
  readonly trust: Trust;
  /** Why less counts than was said, or null. Safe to show. */
  readonly problem: string | null;
}

/** Trust is given to an alias and what it stands for: another command or url under the same alias was never trusted. */
export interface TrustBook {
  /** `said` is what the configuration says of the alias now. The first identity it is said of is remembered. */
  trustOf(server: string, said: Trust, identity: string): BoundTrust;
  /** The operator means this identity. */
  accept(server: string, said: Trust, identity: string): void;
}

/** Where the command stands in the same line as the trust, it was said of this very command. */
export const TRUST_AS_WRITTEN: TrustBook = Object.freeze({
  trustOf: (_server: string, said: Trust): BoundTrust => ({ trust: said, problem: null }),
  accept: () => undefined,
});

const schema = z.strictObject({
  v: z.literal(1),
  trusted: z.array(
    z.strictObject({ server: z.string(), said: z.enum(['trusted', 'owned']), identity: z.string() }),
  ),
});

type Binding = z.infer<typeof schema>['trusted'][number];

/** Remembers in a file which identity each alias was trusted as. */
export class TrustFile implements TrustBook {
  readonly #file: VersionedFile;
  readonly #remembers: boolean;

  /** Without `remember`, for who only looks: a first identity counts and is not written down. */
  constructor(folder: string, { remember = true }: { readonly remember?: boolean } = {}) {
    this.#file = new VersionedFile(folder, 'trust');
    this.#remembers = remember;
  }

  trustOf(server: string, said: Trust, identity: string): BoundTrust {
    if (said === 'untrusted') return { trust: said, problem: null };
    try {
      return this.#remembered(server, said, identity) === identity
        ? { trust: said, problem: null }
        : {
            trust: 'untrusted',
            problem: `it is not ${said} any more: another command or url was trusted under this alias; if you mean this one: callgate accept ${server} --trust`,
          };
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      return {
        trust: 'untrusted',
        problem: `nobody can tell what was trusted: ${error.message}; ${error.help ?? ''}`,
      };
    }
  }

  accept(server: string, said: Trust, identity: string): void {
    if (said === 'untrusted') return;
    this.#file.change((text) => {
      const others = this.#parse(text).filter((one) => one.server !== server || one.said !== said);
      return this.#text([...others, { server, said, identity }]);
    });
  }

  #remembered(server: string, said: 'trusted' | 'owned', identity: string): string {
    let found = '';
    this.#file.change((text) => {
      const bindings = this.#parse(text);
      const binding = bindings.find((one) => one.server === server && one.said === said);
      found = binding?.identity ?? identity;
      return binding === undefined && this.#remembers
        ? this.#text([...bindings, { server, said, identity }])
        : null;
    });
    return found;
  }

  #parse(text: string | null): readonly Binding[] {
    if (text === null) return [];
    try {
      return schema.parse(parseStrict(text)).trusted;
    } catch (cause) {
      throw new CallgateError('TRUST_DAMAGED', `${display(this.#file.path)} cannot be read`, {
        help: 'put it back from a backup, or remove it and say again what is trusted',
        cause,
      });
    }
  }

  #text(trusted: readonly Binding[]): string {
    return `${canonical({ v: 1, trusted: trusted.map((one) => ({ ...one })) })}\n`;
  }
}
