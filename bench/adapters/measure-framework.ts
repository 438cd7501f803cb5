// a process of its own for each framework: what one loads and leaves behind is not measured with the next
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDriver } from '../../packages/adapters/test/suite/load-driver.ts';
import type { Name } from './contenders.ts';
import { contendersOf } from './contenders.ts';
import { gateAlone } from './gate-alone.ts';
import type { Runs, Shape, Taken } from './turns.ts';
import { SHAPES, timedTurn } from './turns.ts';

/** What was taken round by round; the same place in two lists is the same round. */
export type Samples = Readonly<Record<Shape, Readonly<Record<Name, readonly Taken[]>>>>;

/** What this process says before it ends. */
export type Reported = { readonly samples: Samples } | { readonly problem: string };

const ofNobody = (): Record<Name, Taken[]> => ({ bare: [], 'not synced': [], durable: [] });

const nothingYet = (): Record<Shape, Record<Name, Taken[]>> => ({
  none: ofNobody(),
  'in turn': ofNobody(),
  'at once': ofNobody(),
});

const measure = async (
  framework: string,
  shapes: readonly Shape[],
  rounds: number,
  warmUp: number,
): Promise<Samples> => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-bench-adapters-'));
  const runs: Runs = [];
  const driver = framework === 'gate-alone' ? gateAlone : await loadDriver(framework);
  const contenders = await contendersOf(driver, folder, runs);
  const samples = nothingYet();
  try {
    for (let round = 0; round < warmUp + rounds; round += 1)
      for (const shape of shapes)
        // in turns, each of them first as often as the others
        for (let at = 0; at < contenders.length; at += 1) {
          const contender = contenders[(at + round) % contenders.length];
          if (contender === undefined) continue;
          const conversation = await contender.begin();
          try {
            const taken = await timedTurn(conversation, shape, runs);
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
const shapes = SHAPES.filter((shape) => named.includes(shape));
const report = (message: Reported): void => {
  process.send?.(message, () => process.exit());
};
try {
  report({ samples: await measure(framework, shapes, Number(rounds), Number(warmUp)) });
} catch (error) {
  report({ problem: error instanceof Error ? error.message : String(error) });
}
