import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, host, policyFrom, statesOf } from '../../test/conversation.ts';
import { openDefinedGate } from '../../test/definitions.ts';
import { runStep } from './run-step.ts';

const use = (id: string, name: string, input: object, execute: () => unknown = () => 'did') => ({
  id,
  name,
  input,
  execute,
});

describe('calls of one step', () => {
  it('run side by side', async () => {
    const gate = await openDefinedGate();
    const both = Promise.withResolvers<void>();
    let running = 0;
    const meet = async (): Promise<string> => {
      running += 1;
      if (running === 2) both.resolve();
      await both.promise;
      return 'met';
    };
    const came = await runStep(gate, host, [
      use('a', 'read_notes', { about: 'a' }, meet),
      use('b', 'read_notes', { about: 'b' }, meet),
    ]);
    expect(came).toEqual([
      { type: 'value', value: 'met' },
      { type: 'value', value: 'met' },
    ]);
  });

  it('are all judged before the first of them runs', async () => {
    const gate = await openDefinedGate({ policy: policyFrom('extends: intent') });
    const states: (readonly string[])[] = [];
    const look = async (): Promise<void> => {
      states.push(await statesOf(gate));
    };
    await runStep(gate, { ...host, waitMs: 1 }, [
      use('a', 'search_web', { query: 'weather' }, look),
      use('b', 'send_mail', { to: 'eve@evil.example', text: 'hi' }, look),
    ]);
    expect(states).toEqual([['search_web dispatching', 'send_mail held']]);
  });

  it('do not run where the gate fails in the middle, and leave nothing out', async () => {
    const path = join(folder(), 'gate.db');
    let begun = 0;
    const gate = await openDefinedGate({
      path,
      failpoint: (name) => {
        if (name !== 'begin:before-commit') return;
        begun += 1;
        if (begun === 2) throw new Error('the disk is on fire');
      },
    });
    const ran: string[] = [];
    const step = runStep(gate, host, [
      use('a', 'read_notes', { about: 'a' }, () => ran.push('a')),
      use('b', 'read_notes', { about: 'b' }, () => ran.push('b')),
    ]);
    await expect(step).rejects.toThrow('the disk is on fire');
    expect(ran).toEqual([]);
    expect(await statesOf(gate)).toEqual(['read_notes failed']);
  });
});
