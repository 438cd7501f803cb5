import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Policy } from '@callgate/core';
import { LOCAL_PRINCIPAL, describeTool, traceTool } from '@callgate/core';
import type { Gate, ToolCatalogue } from '@callgate/gate';
import { createGate, memoryKeys, systemClock } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { loadPolicy, presetPolicy } from '@callgate/policy';
import { median } from './measure.ts';
import { READ_NOTE } from './read-note.ts';
import { printLine, provenance, table, writeResult } from './report.ts';

const CALLS = 3000;
const ROUNDS = 9;
const IN_FLIGHT = 32;

const traced = traceTool(
  describeTool({ server: 'notes', trust: 'trusted', definition: READ_NOTE }),
  READ_NOTE,
);
const catalogue: ToolCatalogue = { find: () => traced };

/** Every call of the bench is decided otherwise. */
const otherwise = (): Policy => {
  const text =
    'extends: balanced\nrules: [{id: ask, tools: "notes/*", then: confirm, reason: every note asks}]\n';
  const loaded = loadPolicy([{ name: 'candidate.yaml', text }]);
  if (!loaded.ok) throw new Error('the candidate does not load');
  return loaded.policy;
};

const runCalls = async (gate: Gate, from: number): Promise<number> => {
  let next = from;
  const before = process.cpuUsage();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (next < from + CALLS) {
        const id = next;
        next += 1;
        await gate.run(
          {
            kind: 'tool',
            server: 'notes',
            name: 'read_note',
            arguments: { id: `note-${id}`, folder: 'inbox' },
            principal: LOCAL_PRINCIPAL,
            context: `c${id >> 6}`,
            authenticated: true,
          },
          async (dispatchable) => {
            dispatchable.take();
            return { type: 'result', result: { content: [{ type: 'text', text: 'x'.repeat(100) }] } };
          },
        );
      }
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
};

/** What a candidate beside the policy adds to a durable call in process, in CPU time of all threads. */
export const benchShadow = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-bench-shadow-'));
  const keys = memoryKeys();
  const open = async (name: string, shadow: Policy | undefined): Promise<Gate> => {
    const store = await openSqliteStore({ path: join(folder, `${name}.db`), clock: systemClock, keys });
    return await createGate({
      policy: presetPolicy('balanced'),
      store,
      catalogue,
      keys,
      ...(shadow === undefined ? {} : { shadow }),
    });
  };
  const gates = [
    ['no candidate', await open('none', undefined)],
    ['candidate that agrees', await open('same', presetPolicy('intent'))],
    ['candidate that differs on every call', await open('other', otherwise())],
  ] as const;
  const samples = new Map<string, number[]>(gates.map(([name]) => [name, []]));
  try {
    for (const [, gate] of gates) await runCalls(gate, 0);
    for (let round = 1; round <= ROUNDS; round += 1)
      for (const [name, gate] of round % 2 === 0 ? gates : gates.toReversed())
        samples.get(name)?.push(await runCalls(gate, round * CALLS));
    const figures = gates.map(([name]) => ({ name, cpuMicros: median(samples.get(name) ?? []) }));
    const alone = figures[0]?.cpuMicros ?? Number.NaN;
    printLine(
      `CPU a durable call, ${IN_FLIGHT} in flight, median of ${ROUNDS} alternating rounds of ${CALLS} calls\n`,
    );
    printLine(
      table(
        ['gate', 'CPU a call', 'extra'],
        figures.map(({ name, cpuMicros }) => [
          name,
          `${cpuMicros.toFixed(1)} µs`,
          `${((cpuMicros / alone - 1) * 100).toFixed(1)} %`,
        ]),
      ),
    );
    writeResult('shadow', {
      ...provenance('npm run bench -- shadow'),
      calls: CALLS,
      rounds: ROUNDS,
      figures,
    });
    for (const [, gate] of gates) await gate.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
