// a process of its own for each framework: what one loads and leaves behind is not measured with the next
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDriver } from '../../packages/adapters/test/suite/load-driver.ts';
import type { ContenderName } from './contenders.ts';
import { createContenders } from './contenders.ts';
import { gateAlone } from './gate-alone.ts';
import type { ToolRunTimes, TurnShape, TurnTiming } from './time-turn.ts';
import { TURN_SHAPES, timeTurn } from './time-turn.ts';

/** What was taken round by round; the same place in two lists is the same round. */
export type TurnSamples = Readonly<Record<TurnShape, Readonly<Record<ContenderName, readonly TurnTiming[]>>>>;

/** What this process says before it ends. */
export type MeasurementReport = { readonly samples: TurnSamples } | { readonly problem: string };

const ofNobody = (): Record<ContenderName, TurnTiming[]> => ({ bare: [], 'not synced': [], durable: [] });

const emptySamples = (): Record<TurnShape, Record<ContenderName, TurnTiming[]>> => ({
  none: ofNobody(),
  'in turn': ofNobody(),
  'at once': ofNobody(),
});

const measure = async (
  framework: string,
  shapes: readonly TurnShape[],
  rounds: number,
  warmUp: number,
): Promise<TurnSamples> => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-bench-adapters-'));
  const runs: ToolRunTimes = [];
  const driver = framework === 'gate-alone' ? gateAlone : await loadDriver(framework);
  const contenders = await createContenders(driver, folder, runs);
  const samples = emptySamples();
  try {
    for (let round = 0; round < warmUp + rounds; round += 1)
      for (const shape of shapes)
        // in turns, each of them first as often as the others
        for (let at = 0; at < contenders.length; at += 1) {
          const contender = contenders[(at + round) % contenders.length];
          if (contender === undefined) continue;
          const conversation = await contender.begin();
          try {
            const taken = await timeTurn(conversation, shape, runs);
            if (round >= warmUp) samples[shape][contender.name].push(taken);
          } finally {
            await conversation.close?.();
          }
        }
    return samples;
  } finally {
    for (const { close } of contenders) await close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const [framework = '', rounds, warmUp, ...named] = process.argv.slice(2);
const shapes = TURN_SHAPES.filter((shape) => named.includes(shape));
const report = (message: MeasurementReport): void => {
  process.send?.(message, () => process.exit());
};
try {
  report({ samples: await measure(framework, shapes, Number(rounds), Number(warmUp)) });
} catch (error) {
  report({ problem: error instanceof Error ? error.message : String(error) });
}
