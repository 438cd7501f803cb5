import { NotSentError } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import { isInvokable, runOnce } from './run-once.ts';

const judged = { to: 'bob' };
const CALL = { name: 'mail', id: 'c', args: judged };

const noting = () => {
  const seen: { call: unknown; config: unknown }[] = [];
  const tool = {
    name: 'mail',
    metadata: { annotations: {} },
    invoke: (call: unknown, config?: unknown): string => {
      seen.push({ call, config });
      return 'sent';
    },
  };
  return { tool, seen };
};

describe('a tool for one run', () => {
  it('runs with the arguments that were judged, and is otherwise the tool', async () => {
    const { tool, seen } = noting();
    const { signal } = new AbortController();
    const locked = runOnce(tool, judged, signal);
    expect(await locked.invoke(CALL, { tags: ['a'], callbacks: ['somebody'] })).toBe('sent');
    expect(seen).toEqual([
      { call: CALL, config: { tags: ['a'], callbacks: [], writer: expect.any(Function), signal } },
    ]);
    expect(locked).toMatchObject({ name: 'mail', metadata: tool.metadata });
  });

  it('does not run again', async () => {
    const { tool, seen } = noting();
    const locked = runOnce(tool, judged, undefined);
    await locked.invoke(CALL);
    await expect(async () => await locked.invoke(CALL)).rejects.toThrow('Not run again');
    expect(seen).toHaveLength(1);
  });

  it('says again why it failed', async () => {
    let runs = 0;
    const invoke = (_: unknown): never => {
      runs += 1;
      throw new Error('the disk is gone');
    };
    const locked = runOnce({ invoke }, judged, undefined);
    await expect(async () => await locked.invoke(CALL)).rejects.toThrow('the disk is gone');
    await expect(async () => await locked.invoke(CALL)).rejects.toThrow('the disk is gone');
    expect(runs).toBe(1);
  });

  it('tells that it was started, and only then', async () => {
    const { tool } = noting();
    let runs = 0;
    const locked = runOnce(tool, judged, undefined, () => {
      runs += 1;
    });
    await expect(locked.invoke({ ...CALL, args: { to: 'eve' } })).rejects.toThrow(NotSentError);
    expect(runs).toBe(0);
    await runOnce(tool, judged, undefined, () => {
      runs += 1;
    }).invoke(CALL);
    expect(runs).toBe(1);
  });

  it('cannot be run in another way', async () => {
    const { tool, seen } = noting();
    const wide = { ...tool, func: tool.invoke, stream: tool.invoke };
    const locked = runOnce(wide, judged, undefined);
    expect(() => locked.func({ to: 'eve' })).toThrow(NotSentError);
    expect(() => locked.stream({ to: 'eve' })).toThrow(NotSentError);
    expect(seen).toEqual([]);
    expect(await locked.invoke(CALL)).toBe('sent');
  });

  it.each([
    ['others', { ...CALL, args: { to: 'eve' } }],
    ['none', { name: 'mail' }],
    ['some that have no JSON', { ...CALL, args: { to: 1n } }],
  ])('does not run with %s', async (_, call) => {
    const { tool, seen } = noting();
    await expect(async () => await runOnce(tool, judged, undefined).invoke(call)).rejects.toThrow(
      NotSentError,
    );
    expect(seen).toEqual([]);
  });
});

it('knows what can be invoked', () => {
  expect(isInvokable(noting().tool)).toBe(true);
  expect([undefined, null, {}, { type: 'web_search' }].some(isInvokable)).toBe(false);
});
