import { dirname } from 'node:path';
import type { PackFile } from '@callgate/catalogue/packs';
import { CallgateError, display } from '@callgate/core';
import type { Review } from '@callgate/core/disclose';
import { othersCanWrite } from '@callgate/gate';
import type { ConfigProblem, ServerConfig } from '@callgate/gateway/config';
import { formatProblem } from '@callgate/policy';

export interface UsedPacks {
  readonly servers: readonly ServerConfig[];
  readonly warnings: readonly ConfigProblem[];
  /** Whoever watches the configuration watches them. */
  readonly files: readonly string[];
}

type IsAccepted = (text: string) => boolean;

class PackReading {
  readonly warnings: ConfigProblem[] = [];
  readonly files: string[] = [];
  readonly #config: string;
  readonly #isAccepted: IsAccepted;

  constructor(config: string, isAccepted: IsAccepted) {
    this.#config = config;
    this.#isAccepted = isAccepted;
  }

  /** What cannot be used relaxes nothing; that is no reason not to start. */
  #warn(code: string, message: string, help: string | undefined): void {
    const position = { file: this.#config, line: 1, column: 1 };
    this.warnings.push({
      severity: 'warning',
      code,
      message,
      position,
      ...(help === undefined ? {} : { help }),
    });
  }

  counts({ name, path, text, outcome }: PackFile, server: string): boolean {
    this.files.push(path);
    const what = `the pack ${display(name, { max: 80 })} for ${display(server)}`;
    const writable = othersCanWrite(path);
    if (writable !== undefined) {
      this.#warn(writable.code, `${what} does not count: ${writable.message}`, writable.help);
      return false;
    }
    if (!outcome.ok) {
      const [first] = outcome.problems;
      this.#warn(
        'PACK_INVALID',
        `${what} cannot be used: ${first === undefined ? '' : formatProblem(first)}`,
        undefined,
      );
      return false;
    }
    if (this.#isAccepted(text)) return true;
    this.#warn(
      'PACK_UNACCEPTED',
      `${what} does not count here: nobody has accepted it as it is now`,
      `read it, then: callgate accept ${display(path)}`,
    );
    return false;
  }

  async reviews({ server, packs = [] }: ServerConfig): Promise<readonly Review[]> {
    // most configurations name none
    const { findPacks, reviewsFrom } = await import('@callgate/catalogue/packs');
    return packs.flatMap(({ use, except }) => {
      try {
        return findPacks(use, dirname(this.#config)).flatMap((file) =>
          this.counts(file, server) && file.outcome.ok
            ? reviewsFrom(file.outcome.pack, { name: file.name, except })
            : [],
        );
      } catch (error) {
        if (!(error instanceof CallgateError)) throw error;
        this.#warn(error.code, error.message, error.help);
        return [];
      }
    });
  }
}

/** Adds to each server what the packs say that the operator named for it and accepted, as reviews. */
export const usePacks = async (
  config: string,
  servers: readonly ServerConfig[],
  isAccepted: IsAccepted,
): Promise<UsedPacks> => {
  const reading = new PackReading(config, isAccepted);
  const used: ServerConfig[] = [];
  for (const server of servers)
    used.push(
      (server.packs ?? []).length === 0
        ? server
        : { ...server, reviews: [...server.reviews, ...(await reading.reviews(server))] },
    );
  return { servers: used, warnings: reading.warnings, files: [...new Set(reading.files)] };
};
