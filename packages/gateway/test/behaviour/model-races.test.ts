import type { Gate } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import type { ReleasedResult } from '../../src/absorb/model-step.ts';
import { ModelAdvisor } from '../../src/absorb/model-advisor.ts';
import { MODELS, readReroutings, withModels } from './models-stage.ts';
import type { Agent, Stage } from './stage.ts';

/** The gate, but for one method. */
const gateWith = (gate: Gate, more: Partial<Pick<Gate, 'session' | 'rerouted'>>): Gate =>
  new Proxy(gate, {
    get: (target, name): unknown => {
      const found: unknown = Object.hasOwn(more, name)
        ? Reflect.get(more, name)
        : Reflect.get(target, name, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });

const adviceOn = (on: Stage, more: Partial<Pick<Gate, 'session' | 'rerouted'>>): ModelAdvisor => {
  const { gate, catalogue } = on.at.gateway;
  const config = { ...on.at.gateway.config(), models: MODELS };
  return new ModelAdvisor({
    gate: gateWith(gate, more),
    catalogue,
    clock: { now: () => 0 },
    config: () => config,
    log: () => {},
  });
};

/** Calls a tool, and gives back what is released of it. */
const calling = async (on: Stage, agent: Agent, name: string): Promise<ReleasedResult> => {
  await agent.call(name);
  const call = (await on.lives()).at(-1)?.call;
  if (call === undefined) throw new Error('nothing was called');
  const { id, server, target, principal, context, authenticated, decision } = call;
  return {
    whose: { principal, context, authenticated },
    call: id,
    server,
    tool: target,
    model: decision.obligations.model,
  };
};

describe('results and asks at the same time', () => {
  it('count a result that comes while an ask is being answered when the host asks next', async () => {
    const on = await withModels();
    const agent = await on.agent('legacy');
    const [easy, hard] = [await calling(on, agent, 'list'), await calling(on, agent, 'diagnose')];
    const { gate } = on.at.gateway;
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const advice = adviceOn(on, {
      session: async (context) => {
        await opened;
        return await gate.session(context);
      },
    });
    const first = advice.afterCall(easy, null);
    const asked = advice.forSession(easy.whose, {});
    const second = advice.afterCall(hard, null);
    open();
    expect(await asked).toMatchObject({ model: 'small' });
    await Promise.all([first, second]);
    expect(await advice.forSession(easy.whose, {})).toMatchObject({ model: 'big' });
  });

  it('count all results again where the answer could not be recorded', async () => {
    const on = await withModels();
    const agent = await on.agent('legacy');
    const [hard, easy] = [await calling(on, agent, 'diagnose'), await calling(on, agent, 'list')];
    const { gate } = on.at.gateway;
    let broken = true;
    const advice = adviceOn(on, {
      rerouted: async (what) => {
        if (broken) throw new Error('the disk is full');
        await gate.rerouted(what);
      },
    });
    const before = await readReroutings(on);
    expect(await advice.afterCall(hard, null)).toBeUndefined();
    const failing = advice.forSession(hard.whose, {});
    const later = advice.afterCall(easy, null);
    await expect(failing).rejects.toThrow('the disk is full');
    await later;
    broken = false;
    expect(await advice.forSession(hard.whose, {})).toMatchObject({ model: 'big' });
    expect(await readReroutings(on)).toHaveLength(before.length + 1);
  });
});
