import type { Dispatchable } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import type { OfficeTool } from './office.ts';
import { OFFICE, call, catalogueOf, office, policyText, story } from './office.ts';

/** An untrusted server says that it only reads: that is no ground. */
const CLAIMS_TO_READ: OfficeTool = {
  name: 'claims_to_read',
  annotations: { readOnlyHint: true, openWorldHint: false },
  trust: 'untrusted',
};

const TOOLS = { catalogue: catalogueOf([...OFFICE, CLAIMS_TO_READ]) };

const hangs = (dispatchable: Dispatchable): Promise<never> => {
  dispatchable.take();
  return new Promise(() => {});
};

const breaks = async (dispatchable: Dispatchable): Promise<never> => {
  dispatchable.take();
  throw new Error('socket closed');
};

describe('a call that is believed to only read', () => {
  it('has failed where no answer came in time; one that changes something is indeterminate', async () => {
    const { gate, clock, store } = await office({ limits: { timeoutMs: 1000 } });
    const runs = Promise.all([gate.run(call('read_note'), hangs), gate.run(call('add_note'), hangs)]);
    let over = false;
    void runs.then(() => (over = true));
    await expect
      .poll(() => {
        clock.advance(500);
        return over;
      })
      .toBe(true);
    const [read, write] = await runs;
    expect(read).toMatchObject({
      state: 'failed',
      answer: { type: 'error', code: 'NO_ANSWER', message: 'No answer within 1000 ms' },
    });
    expect(write.state).toBe('indeterminate');
    expect(await story(store, read.call)).toEqual(['dispatching', 'failed']);
    expect((await store.read.unsettled({ limit: 10 })).items.map(({ id }) => id)).toEqual([write.call]);
  });

  it('has failed where the connection broke; the claim of an untrusted server does not count', async () => {
    const { gate } = await office({
      ...TOOLS,
      policy: policyText('extends: balanced\nmode: observe'),
    });
    expect((await gate.run(call('read_note'), breaks)).state).toBe('failed');
    expect((await gate.run(call('claims_to_read'), breaks)).state).toBe('indeterminate');
    expect((await gate.run(call('add_note'), breaks)).state).toBe('indeterminate');
  });

  it('has failed where its process was killed in the middle', async () => {
    const before = await office();
    const read = await before.gate.begin(call('read_note'));
    const write = await before.gate.begin(call('add_note'));
    // its process is gone: nobody closes the gate
    await before.store.close();
    const after = await before.beside();
    await after.gate.sweep();
    expect(await story(after.store, read.call)).toEqual(['dispatching', 'failed']);
    expect(await story(after.store, write.call)).toEqual(['dispatching', 'indeterminate']);
    expect((await after.store.read.call(read.call))?.fault?.code).toBe('PROCESS_GONE');
    expect((await after.store.read.unsettled({ limit: 10 })).items.map(({ id }) => id)).toEqual([write.call]);
  });
});
