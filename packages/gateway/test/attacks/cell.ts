import { expect, it } from 'vitest';
import type { Agent, AgentResponse, AgentProtocol } from './agents.ts';
import type { Arena, UpstreamKind } from './arena.ts';
import { REQUIREMENTS } from './requirements.ts';
import { verifies } from './verifies.ts';

/** Stands in everything that must not reach a server. */
export const FORBIDDEN = 'FORBIDDEN';

/** One way to speak to a gateway before one kind of server. */
export interface Cell {
  readonly speech: AgentProtocol;
  readonly behind: UpstreamKind;
  /** All of the corpus is tried; elsewhere a part of it is. */
  readonly full: boolean;
  readonly arena: () => Arena;
  readonly agent: () => Agent;
  /** A test of one requirement, where it applies to this way to speak. */
  readonly verifies: (id: string, title: string, test: () => Promise<void>) => void;
}

export type Suite = (cell: Cell) => void;

export const cellOf = (given: Omit<Cell, 'verifies'>): Cell => ({
  ...given,
  verifies: (id, title, test) => {
    const applies = REQUIREMENTS.find((each) => each.id === id);
    const { era, transport } = given.speech;
    const does = applies?.eras.includes(era) === true && applies.transports.includes(transport);
    // oxlint-disable-next-line vitest/no-conditional-tests, vitest/expect-expect -- which tests there are is data here
    if (does) it(`${verifies(id, title)}`, test);
  },
});

/** It was answered with an error and nothing else. */
export const expectRefused = ({ status, messages }: AgentResponse, what: string): void => {
  const results = messages.filter((message) => message.result !== undefined);
  expect(results, `${what} got a result`).toEqual([]);
  const errors = messages.filter((message) => message.error !== undefined);
  const refused = errors.length > 0 || (status !== undefined && status >= 400);
  expect(refused, `${what} was not refused`).toBe(true);
};

/** Some of them, evenly, where not all are tried. */
export const sampled = <T>(cell: Cell, all: readonly T[], some = 12): readonly T[] =>
  cell.full || all.length <= some ? all : all.filter((_, at) => at % Math.ceil(all.length / some) === 0);
