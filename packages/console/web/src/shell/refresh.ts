import type { ConsoleEvent } from '@callgate/operations/api';
import type { QueryClient } from '@tanstack/react-query';

type ChangedArea = Extract<ConsoleEvent, { type: 'changed' }>['what'];

/** Which questions have another answer after a change, by how their names begin. */
const CONCERNS: Readonly<Record<ChangedArea, readonly string[]>> = {
  calls: ['inbox', 'sessions', 'record'],
  tools: ['tools', 'inbox.question', 'policy'],
  policy: ['me', 'policy', 'tools', 'inbox'],
  people: ['me', 'inbox'],
};

const FIRST_MS = 80;
const BETWEEN_MS = 700;
const HIDDEN_MS = 3_000;

const isDue = (name: unknown, prefixes: readonly string[]): boolean =>
  typeof name === 'string' &&
  prefixes.some((prefix) => prefix === '' || name === prefix || name.startsWith(`${prefix}.`));

/**
 * Reads again what a change concerns. Changes that come close together are one; a round waits for the one before it,
 * so that a busy gateway makes the page a little late and never busy.
 */
export const createRefresh = (client: QueryClient) => {
  const due = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;

  const plan = (ms: number): void => {
    if (running) return;
    timer ??= setTimeout(() => void round(), ms);
  };

  const round = async (): Promise<void> => {
    timer = undefined;
    const prefixes = [...due];
    due.clear();
    running = true;
    try {
      await client.invalidateQueries({ predicate: ({ queryKey: [name] }) => isDue(name, prefixes) });
    } finally {
      running = false;
      if (due.size > 0) plan(document.hidden ? HIDDEN_MS : BETWEEN_MS);
    }
  };

  const add = (prefixes: readonly string[]): void => {
    prefixes.forEach((prefix) => due.add(prefix));
    plan(FIRST_MS);
  };

  return {
    changed: (what: ChangedArea): void => add(CONCERNS[what]),
    /** Something may have been missed: all of it is read again. */
    everything: (): void => add(['']),
  };
};
