import { Engine } from '@callgate/core';
import { presetPolicy } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import {
  ATTACKER,
  callEvent,
  makeTrace,
  officeTools,
  readMail,
  resultEvent,
  userEvent,
} from '../../test/fixtures/traces.ts';
import { countTogether } from './count-together.ts';
import { replayTrace } from './replay-trace.ts';
import type { TraceEvent } from './trace.ts';

const TOOLS = officeTools();
const ENGINE = new Engine(presetPolicy('intent'));

/** Questions of a session that has read a mail, and then does this: together, and planned. */
const counted = (...events: readonly TraceEvent[]): readonly [together: number, planned: number] => {
  const trace = makeTrace('s', userEvent('Read my mail'), ...readMail('r', 'hello'), ...events);
  const { steps } = replayTrace(TOOLS, ENGINE, trace, { time: { at: 0, offsetMinutes: 0 } });
  return [countTogether(steps), countTogether(steps, { planned: true })];
};

const mail = (id: string, body: string): TraceEvent =>
  callEvent(id, 'mail/send_mail', { to: [ATTACKER], body });

describe('held calls of a trace', () => {
  it('are one question where they need nothing of each other', () => {
    expect(
      counted(mail('a', 'one'), resultEvent('a', 'sent'), mail('b', 'two'), resultEvent('b', 'sent')),
    ).toEqual([1, 1]);
  });

  it('are two where one repeats what the result of the other brought', () => {
    expect(counted(mail('a', 'one'), resultEvent('a', 'ticket T-48151'), mail('b', 'about T-48151'))).toEqual(
      [2, 2],
    );
  });

  it('are two where something ran in between, unless they were planned', () => {
    expect(
      counted(
        mail('a', 'one'),
        resultEvent('a', 'sent'),
        ...readMail('c', 'something of 48151'),
        mail('b', 'two'),
      ),
    ).toEqual([2, 1]);
    expect(
      counted(
        mail('a', 'one'),
        resultEvent('a', 'sent'),
        ...readMail('c', 'something of 48151'),
        mail('b', 'about 48151'),
      ),
    ).toEqual([2, 2]);
  });

  it('are two where they act on the same thing', () => {
    const remove = (id: string): TraceEvent => callEvent(id, 'files/delete_file', { file_id: '7' });
    expect(counted(remove('a'), resultEvent('a', 'gone'), remove('b'))).toEqual([2, 2]);
  });

  it('are none where nothing was asked', () => {
    expect(counted()).toEqual([0, 0]);
  });
});
