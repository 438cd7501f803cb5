import type { Gate, ToolCatalogue } from '@callgate/gate';
import { expect, it } from 'vitest';
import { callsOf, openGate } from '../conversation.ts';
import { loadModule } from '../suite/frameworks-home.ts';

interface Probe {
  readonly catalogue: () => Promise<ToolCatalogue>;
  readonly streamedAnswers: (
    gate: Gate,
    gated: boolean,
  ) => Promise<readonly (readonly [type: string, states: readonly string[]])[]>;
  readonly shouted: (gate: Gate, gated: boolean) => Promise<readonly string[]>;
}

const opened = async (): Promise<{ readonly probe: Probe; readonly gate: Gate }> => {
  const probe = await loadModule<Probe>('mastra/stream-probe.ts');
  return { probe, gate: await openGate({}, { catalogue: await probe.catalogue() }) };
};

it('streams nothing of what a tool gives before it is durable', async () => {
  const { probe, gate } = await opened();
  const types = (seen: Awaited<ReturnType<Probe['streamedAnswers']>>) => new Set(seen.map(([type]) => type));
  // without the gate the same program tells of it in other ways too
  expect(types(await probe.streamedAnswers(gate, false))).toEqual(
    new Set(['tool-output', 'data-part', 'tool-result']),
  );
  const seen = await probe.streamedAnswers(gate, true);
  expect(types(seen)).toEqual(new Set(['tool-result']));
  for (const [, states] of seen) expect(states).toEqual(['done']);
});

it('does not run a tool with other arguments than those that can be judged', async () => {
  const { probe, gate } = await opened();
  expect(await probe.shouted(gate, false)).toHaveLength(1);
  expect(await probe.shouted(gate, true)).toEqual([]);
  expect(await callsOf(gate)).toEqual([]);
});
