import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Gate, ToolCatalogue } from '@callgate/gate';
import { expect, it } from 'vitest';
import { openGate } from '../conversation.ts';
import { frameworksHome } from '../suite/frameworks-home.ts';

interface Probe {
  readonly catalogue: () => Promise<ToolCatalogue>;
  readonly streamedAnswers: (
    gate: Gate,
    gated: boolean,
  ) => Promise<readonly (readonly [mode: string, states: readonly string[]])[]>;
}

const probe = async (): Promise<Probe> =>
  (await import(pathToFileURL(join(await frameworksHome(), 'langchain', 'stream-probe.ts')).href)) as Probe;

it('streams nothing of what a tool gives before it is durable', async () => {
  const { catalogue, streamedAnswers } = await probe();
  const gate = await openGate({}, { catalogue: await catalogue() });
  const modes = (seen: Awaited<ReturnType<Probe['streamedAnswers']>>) => new Set(seen.map(([mode]) => mode));
  // without the gate the same program tells of it in other ways too
  expect(modes(await streamedAnswers(gate, false))).toContain('custom');

  const seen = await streamedAnswers(gate, true);
  expect(modes(seen)).toEqual(new Set(['messages', 'updates']));
  for (const [, states] of seen) expect(states).toEqual(['done']);
});
