import type { TrustLevel } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { logMessages } from '@callgate/messages/log';
import { errorSentences } from '@callgate/messages/text/error-text';
import { toolStateErrors } from '@callgate/messages/errors/tool-state';
import { z } from 'zod';
import { ListFile } from './list-file.ts';

export interface EffectiveTrust {
  readonly trust: TrustLevel;
  /** Why less counts than was said, or null. Safe to show. */
  readonly problem: string | null;
}

/** Trust is given to an alias and what it stands for: another command or url under the same alias was never trusted. */
export interface TrustStore {
  /** `said` is what the configuration says of the alias now. The first identity it is said of is remembered. */
  trustOf(server: string, said: TrustLevel, identity: string): EffectiveTrust;
  /** The operator means this identity. */
  accept(server: string, said: TrustLevel, identity: string): void;
}

/** Where the command stands in the same line as the trust, it was said of this very command. */
export const TRUST_AS_WRITTEN: TrustStore = Object.freeze({
  trustOf: (_server: string, said: TrustLevel): EffectiveTrust => ({ trust: said, problem: null }),
  accept: () => undefined,
});

interface TrustBinding {
  readonly server: string;
  readonly said: 'trusted' | 'owned';
  readonly identity: string;
}

export class TrustFile implements TrustStore {
  readonly #file: ListFile<TrustBinding>;
  readonly #remembers: boolean;

  /** Without `remember`, for who only looks: a first identity counts and is not written down. */
  constructor(folder: string, { remember = true }: { readonly remember?: boolean } = {}) {
    this.#file = new ListFile(folder, {
      name: 'trust',
      key: 'trusted',
      list: z.array(
        z.strictObject({ server: z.string(), said: z.enum(['trusted', 'owned']), identity: z.string() }),
      ),
      unreadable: toolStateErrors.trustUnreadable,
    });
    this.#remembers = remember;
  }

  trustOf(server: string, said: TrustLevel, identity: string): EffectiveTrust {
    if (said === 'untrusted') return { trust: said, problem: null };
    try {
      return this.#remembered(server, said, identity) === identity
        ? { trust: said, problem: null }
        : {
            trust: 'untrusted',
            problem: logMessages.tools.trustMoved({ trust: said, server }),
          };
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      return {
        trust: 'untrusted',
        problem: logMessages.tools.trustUnreadable({ problem: errorSentences(error) }),
      };
    }
  }

  accept(server: string, said: TrustLevel, identity: string): void {
    if (said === 'untrusted') return;
    this.#file.change((all) => {
      const others = all.filter((one) => one.server !== server || one.said !== said);
      return [...others, { server, said, identity }];
    });
  }

  #remembered(server: string, said: 'trusted' | 'owned', identity: string): string {
    let found = '';
    this.#file.change((all) => {
      const binding = all.find((one) => one.server === server && one.said === said);
      found = binding?.identity ?? identity;
      return binding === undefined && this.#remembers ? [...all, { server, said, identity }] : null;
    });
    return found;
  }
}
