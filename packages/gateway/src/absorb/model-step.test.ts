import type { Principal } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { ReleasedResult } from './model-step.ts';
import { MAX_REROUTINGS, MAX_TOOLS, ModelStep } from './model-step.ts';

const principal: Principal = LOCAL_PRINCIPAL;

const UNBOUND = { atLeast: null, atMost: null } as const;

const released = (tool: string, model: ReleasedResult['model'] = UNBOUND): ReleasedResult => ({
  whose: { principal, context: 'c', authenticated: true },
  call: `call of ${tool}`,
  server: 's',
  tool,
  model,
});

const QUIET = { needs: 0.1, sensitive: false };

describe('what a host reads in one step', () => {
  it('keeps the bounds, the tightest needs and that data was sensitive, however many results follow', () => {
    const step = new ModelStep();
    step.note(released('hard'), { needs: 0.9, sensitive: false });
    step.note(released('letters', { atLeast: 0.8, atMost: 0.95 }), { needs: 0, sensitive: true });
    for (let at = 0; at < 2 * MAX_TOOLS; at += 1) step.note(released(`easy${at}`), QUIET);
    expect(step.tools).toHaveLength(MAX_TOOLS);
    expect(step.tools.some(({ tool }) => tool === 'hard')).toBe(true);
    expect(step).toMatchObject({ forgotten: true, sensitive: true });
    expect(step.bounds).toMatchObject({ atLeast: 0.8, atMost: 0.95 });
  });

  it('counts a tool once, and names a call only where its result is the only one', () => {
    const step = new ModelStep();
    expect(step.onlyCall).toBeUndefined();
    step.note(released('a'), QUIET);
    expect(step.onlyCall).toBe('call of a');
    for (let times = 0; times < 1000; times += 1) step.note(released('a'), QUIET);
    expect(step.onlyCall).toBeUndefined();
    expect(step.tools).toHaveLength(1);
    expect(step.forgotten).toBe(false);
  });

  it('takes in what another one would have counted', () => {
    const [one, other] = [new ModelStep(), new ModelStep()];
    one.note(released('a', { atLeast: 0.2, atMost: null }), QUIET);
    other.note(released('b', { atLeast: 0.7, atMost: null }), { needs: 0.5, sensitive: true });
    one.join(other);
    expect(one.tools.map(({ tool }) => tool)).toEqual(['a', 'b']);
    expect(one).toMatchObject({ sensitive: true, onlyCall: undefined, bounds: { atLeast: 0.7 } });
  });

  it('stays small, however many models a host names', () => {
    const [step, other] = [new ModelStep(), new ModelStep()];
    for (let at = 0; at < 10 * MAX_REROUTINGS; at += 1) {
      step.tell(`model ${at}`);
      other.tell(`other ${at}`);
    }
    step.join(other);
    expect(ModelStep.read(step.written()).written()).toBe(step.written());
    expect(step.written().length).toBeLessThan(40 * MAX_REROUTINGS);
    expect([step.isTold('model 0'), step.isTold(`other ${10 * MAX_REROUTINGS - 1}`)]).toEqual([false, true]);
  });
});
