import { systemClock } from '@callgate/gate';
import { MemorySharedState } from '@callgate/gate/store';
import { describe, expect, it } from 'vitest';
import type { ReleasedResult } from '../../src/absorb/model-step.ts';
import { ModelAdvisor } from '../../src/absorb/model-advisor.ts';
import { SharedModelSteps } from '../../src/absorb/shared-model-steps.ts';
import { MODELS, readReroutings, withModels } from './models-stage.ts';
import type { Stage } from './stage.ts';

interface AdvisorProcesses {
  readonly on: Stage;
  readonly board: MemorySharedState;
  readonly processes: readonly [ModelAdvisor, ModelAdvisor, ModelAdvisor];
  readonly log: string[];
  /** A result of this tool, for the one session. */
  result(tool: string, model?: ReleasedResult['model']): ReleasedResult;
}

/** Three processes on one store. */
const beside = async (): Promise<AdvisorProcesses> => {
  const on = await withModels();
  const board = new MemorySharedState(systemClock);
  const agent = await on.agent('legacy');
  await agent.call('list');
  const [life] = await on.lives();
  if (life === undefined) throw new Error('nothing was called');
  const { id, server, principal, context, authenticated } = life.call;
  const { gate, catalogue } = on.at.gateway;
  const config = { ...on.at.gateway.config(), models: MODELS };
  const log: string[] = [];
  const process = (): ModelAdvisor =>
    new ModelAdvisor({
      gate,
      catalogue,
      clock: systemClock,
      config: () => config,
      log: (_server, code, message) => log.push(`${code} ${message}`),
      shared: new SharedModelSteps(board),
    });
  return {
    on,
    board,
    log,
    processes: [process(), process(), process()],
    result: (tool, model = { atLeast: null, atMost: null }) => ({
      whose: { principal, context, authenticated },
      call: id,
      server,
      tool,
      model,
    }),
  };
};

describe('a host that asks another process than the results came from', () => {
  it('is told what all of them need, and nothing of what it asked about before', async () => {
    const { processes, result, on } = await beside();
    const [one, two, three] = processes;
    const { whose } = result('list');
    await one.afterCall(result('diagnose'), null);
    await two.afterCall(result('list'), null);
    const rows = await readReroutings(on);
    expect(await three.forSession(whose, {})).toMatchObject({ model: 'big' });
    // the same again, whoever is asked
    expect(await two.forSession(whose, {})).toMatchObject({ model: 'big' });
    expect(await one.forSession(whose, {})).toMatchObject({ model: 'big' });
    // it was told with the result already
    expect(await readReroutings(on)).toEqual(rows);
    await one.afterCall(result('list'), null);
    expect(await two.forSession(whose, {})).toMatchObject({ model: 'small' });
    await one.afterCall(result('list'), null);
    expect(await one.forSession(whose, {})).toMatchObject({ model: 'small' });
  });

  it('is bound by what the policy demands of every one of them', async () => {
    const { processes, result } = await beside();
    const [one, two] = processes;
    await one.afterCall(result('list', { atLeast: 0.9, atMost: null }), null);
    await two.afterCall(result('list'), null);
    expect(await two.forSession(result('list').whose, {})).toMatchObject({ model: 'big' });
  });

  it('is not told of the results of another session', async () => {
    const { processes, result } = await beside();
    const [one, two] = processes;
    await one.afterCall(result('diagnose'), null);
    const { whose } = result('list');
    expect(await two.forSession({ ...whose, context: 'another' }, {})).toMatchObject({ model: 'medium' });
  });

  it('is told nothing while it cannot be known what came from the others', async () => {
    const { processes, result, board, log } = await beside();
    const [one, two, three] = processes;
    const { whose } = result('list');
    await one.afterCall(result('diagnose'), null);
    const list = board.list.bind(board);
    board.list = async (kind, owner) =>
      (await list(kind, owner)).map((note) => ({ ...note, text: '{"v":2}' }));
    await expect(two.forSession(whose, {})).rejects.toMatchObject({ code: 'MODEL_ADVICE' });
    board.list = list;
    expect(await three.forSession(whose, {})).toMatchObject({ model: 'big' });
    expect(log).toEqual([]);
  });

  it('finds again what one had taken who failed to tell it', async () => {
    const { processes, result, board } = await beside();
    const [one, two, three] = processes;
    const { whose } = result('list');
    await one.afterCall(result('diagnose'), null);
    await two.afterCall(result('list'), null);
    const [list, take] = [board.list.bind(board), board.take.bind(board)];
    board.list = async (kind, owner) =>
      (await list(kind, owner)).toSorted(
        (a, b) => Number(b.text.includes('diagnose')) - Number(a.text.includes('diagnose')),
      );
    let taken = 0;
    board.take = async (kind, name) => {
      taken += 1;
      if (taken > 1) throw new Error('the database is away');
      return await take(kind, name);
    };
    await expect(three.forSession(whose, {})).rejects.toThrow('away');
    [board.list, board.take] = [list, take];
    expect(await two.forSession(whose, {})).toMatchObject({ model: 'big' });
  });
});
