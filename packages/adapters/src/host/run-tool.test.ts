import { CallgateError } from '@callgate/core';
import { NotSentError } from '@callgate/gate';
import type { Dispatchable, Gate } from '@callgate/gate';
import { virtualClock } from '@callgate/gate/testing';
import { describe, expect, it } from 'vitest';
import type { OpenOptions } from '../../test/conversation.ts';
import { host, statesOf } from '../../test/conversation.ts';
import { openDefinedGate } from '../../test/definitions.ts';
import { requestOf } from './host-options.ts';
import { runStep } from './run-step.ts';
import type { ToolExecutor, FrameworkExecutionOptions } from './run-tool.ts';
import { runTool } from './run-tool.ts';

const begunAt = async (
  gate: Gate,
  name = 'save_note',
  input: object = { text: 'x' },
): Promise<Dispatchable> => {
  const begun = await gate.begin(requestOf(host, name, input, 'c'));
  if (begun.state !== 'dispatching') throw new Error(begun.state);
  return begun;
};

interface Ended {
  readonly states: readonly string[];
  readonly value?: unknown;
  readonly error?: unknown;
}

const run = async (
  execute: ToolExecutor,
  options: FrameworkExecutionOptions = {},
  more: object = {},
  gateOptions: OpenOptions = {},
): Promise<Ended> => {
  const gate = await openDefinedGate(gateOptions);
  const begun = await begunAt(gate);
  try {
    const value = await runTool(gate, { ...host, ...more }, begun, execute, options);
    return { states: await statesOf(gate), value };
  } catch (error) {
    return { states: await statesOf(gate), error };
  }
};

const withMessage = (message: unknown): Error =>
  Object.defineProperty(new Error('x'), 'message', { value: message });

const THROWN: readonly (readonly [string, unknown])[] = [
  ['an object without a prototype', Object.create(null)],
  ['nothing', undefined],
  ['a symbol', Symbol('x')],
  ['an error whose message is an object', withMessage({ a: 1 })],
  ['an error without a message', withMessage(undefined)],
  [
    'an error whose message throws',
    Object.defineProperty(new Error('x'), 'message', {
      get: () => {
        throw new Error('no message');
      },
    }),
  ],
  [
    'what cannot even be looked at',
    new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw new Error('no prototype');
        },
      },
    ),
  ],
];

describe('whatever a tool throws', () => {
  it.each(THROWN)('is settled: %s', async (_, thrown) => {
    const { states, error } = await run(() => {
      throw thrown;
    });
    expect(states).toEqual(['save_note indeterminate']);
    expect(error).toBeInstanceOf(CallgateError);
  });

  it('is settled as unknown where the host fails to say whether it knows the failure', async () => {
    const knownFailure = (): boolean => {
      throw new Error('no idea');
    };
    const failing = (): never => {
      throw new Error('connection reset');
    };
    const { states } = await run(failing, {}, { knownFailure });
    expect(states).toEqual(['save_note indeterminate']);
  });

  it('takes nothing from the other calls of its step', async () => {
    const gate = await openDefinedGate();
    const came = await runStep(gate, host, [
      { id: 'a', name: 'save_note', input: { text: 'a' }, execute: () => 'saved' },
      {
        id: 'b',
        name: 'save_note',
        input: { text: 'b' },
        execute: () => {
          throw Object.create(null);
        },
      },
    ]);
    expect(came[0]).toEqual({ type: 'value', value: 'saved' });
    expect(came[1]?.type).toBe('error');
    expect((await statesOf(gate)).toSorted()).toEqual(['save_note done', 'save_note indeterminate']);
  });
});

describe('the signal of the host', () => {
  /** What another library calls a signal. */
  const foreign = () => Object.assign(new EventTarget(), { aborted: false, reason: undefined as unknown });
  const as = (signal: unknown): FrameworkExecutionOptions => ({ abortSignal: signal as AbortSignal });

  it.each([
    ['null', null],
    ['of another class', foreign()],
    ['no signal at all', {}],
    ['a text', 'abort'],
  ])('may be %s, and the tool runs', async (_, signal) => {
    const { states, value } = await run(() => 'saved', as(signal));
    expect(value).toBe('saved');
    expect(states).toEqual(['save_note done']);
  });

  it('ends a tool also where it is of another class, and the tool sees it', async () => {
    const signal = foreign();
    let seen: AbortSignal | undefined;
    const { states, error } = await run((_, { abortSignal }) => {
      seen = abortSignal;
      signal.aborted = true;
      signal.dispatchEvent(new Event('abort'));
      return new Promise(() => {});
    }, as(signal));
    expect(states).toEqual(['save_note indeterminate']);
    expect(seen?.aborted).toBe(true);
    expect(String(error)).toContain('Cancelled');
  });

  it('ends a tool before it starts where another class says that it is aborted', async () => {
    const signal = Object.assign(foreign(), { aborted: true });
    const { states } = await run(() => 'saved', as(signal));
    expect(states).toEqual(['save_note failed']);
  });

  it('may be aborted with a reason that has no text', async () => {
    const leaving = new AbortController();
    const { states } = await run(
      () => {
        leaving.abort(Object.create(null));
        return new Promise(() => {});
      },
      { abortSignal: leaving.signal },
    );
    expect(states).toEqual(['save_note indeterminate']);
  });
});

describe('a result that cannot be recorded', () => {
  const deep = (): unknown => {
    let value: unknown = 1;
    for (let depth = 0; depth < 2000; depth += 1) value = [value];
    return value;
  };
  it.each([
    ['that has no JSON', () => ({ amount: 10n })],
    ['that has no canonical form', () => ({ text: '\ud800' })],
    ['that is too deep', deep],
    ['that is too large', () => 'x'.repeat(17 * 1024 * 1024)],
  ])('does not hide that a change was made: one %s', async (_, execute) => {
    const { states, value } = await run(execute);
    expect(states).toEqual(['save_note done']);
    expect(value).toMatchObject({ ran: true, result: null });
  });
});

describe('an outcome that is hard to record', () => {
  const failing = (times: number, error: Error): OpenOptions => {
    let left = times;
    return {
      failpoint: (name) => {
        if (name !== 'settle:before-commit' || left === 0) return;
        left -= 1;
        throw error;
      },
    };
  };

  it('is recorded, and the answer released, where the store was busy for a moment', async () => {
    const busy = failing(2, new CallgateError('STORE_BUSY', 'the store is busy'));
    const { states, value } = await run(() => 'saved', {}, {}, busy);
    expect(value).toBe('saved');
    expect(states).toEqual(['save_note done']);
  });

  it('is said to be unknown where the store is gone', async () => {
    const { error } = await run(() => 'saved', {}, {}, failing(9, new Error('the disk is gone')));
    expect(error).toBeInstanceOf(CallgateError);
    expect(String(error)).toContain('The call ran, but its result could not be recorded');
    expect(String(error)).toContain('the disk is gone');
  });

  it('is reported where the gate has given the call up meanwhile', async () => {
    const clock = virtualClock(Date.UTC(2026, 10, 16, 12, 0));
    const gate = await openDefinedGate({ clock, limits: { sweepMs: null } });
    const begun = await begunAt(gate);
    const value = await runTool(
      gate,
      host,
      begun,
      async () => {
        clock.advance(400_000);
        await gate.sweep();
        return 'saved at last';
      },
      {},
    );
    expect(value).toBe('saved at last');
    expect(await statesOf(gate)).toEqual(['save_note indeterminate', 'save_note done']);
  });

  it('does not run what the gate has given up before', async () => {
    const clock = virtualClock(Date.UTC(2026, 10, 16, 12, 0));
    const gate = await openDefinedGate({ clock, limits: { sweepMs: null } });
    const begun = await begunAt(gate);
    clock.advance(400_000);
    await gate.sweep();
    let ran = 0;
    const late = runTool(gate, host, begun, () => (ran += 1), {});
    await expect(late).rejects.toMatchObject({ code: 'NOT_RUN' });
    expect(ran).toBe(0);
    expect(await statesOf(gate)).toEqual(['save_note indeterminate']);
  });

  it('has failed where the tool says that nothing left', async () => {
    const { states } = await run(() => {
      throw new NotSentError('offline');
    });
    expect(states).toEqual(['save_note failed']);
  });
});
