import type { FailedServer, ListedServer } from '@callgate/catalogue';
import type { ServerConfig } from '@callgate/gateway/config';
import { looksSecret } from '@callgate/gateway/config';

/** A server that is connected to in order to be looked at. */
export interface Target {
  readonly config: ServerConfig;
  /** Where it was found; safe to send on. */
  readonly from: string;
  /** Words or address, exactly as they are used. */
  readonly exactly: readonly string[];
}

/** What is to be looked at: lists that are there already, servers to connect to, and what cannot be. */
export interface Targets {
  readonly listed: readonly ListedServer[];
  readonly targets: readonly Target[];
  readonly failed: readonly FailedServer[];
}

export const NOTHING: Targets = { listed: [], targets: [], failed: [] };

const MASK = '•••';

/** A command without what looks like a secret: reports are sent on. */
export const withoutSecrets = (words: readonly string[]): string =>
  words
    .map((word, at) => {
      const [, option, value] = /^(--?[\w-]+=|[A-Za-z_]\w*=)(.*)$/su.exec(word) ?? [];
      if (option !== undefined && value !== undefined)
        return looksSecret(option.replaceAll(/^-+|=$/gu, ''), value) ? `${option}${MASK}` : word;
      const before = words[at - 1] ?? '';
      return looksSecret(before.startsWith('-') ? before.replace(/^-+/u, '') : '', word) ? MASK : word;
    })
    .join(' ');

/** An address without what follows its path. */
export const plainAddress = (url: string): string => {
  const parsed = URL.parse(url);
  return parsed === null ? MASK : `${parsed.origin}${parsed.pathname}`;
};

/** Names that are all different: the later of two gets a number. */
export class FreeNames {
  readonly #taken: Set<string> = new Set();

  take(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${wanted}-${number}`;
    this.#taken.add(name);
    return name;
  }
}
