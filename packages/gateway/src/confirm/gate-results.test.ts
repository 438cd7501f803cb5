import type { StoppedCall } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import { alreadySentResult, stoppedResult } from './gate-results.ts';

const textOf = (result: unknown): string => JSON.stringify(result);

describe('a call that is running, for whoever makes it again elsewhere', () => {
  it('is said to run, with how to get its result, and nothing invites to repeat it', () => {
    const text = textOf(alreadySentResult({ state: 'dispatching', call: 'c1' }));
    expect(text).toContain('is running now (c1)');
    expect(text).toContain('callgate audit c1');
    expect(text).toContain('Do not make it again');
    expect(text).toContain('"outcome":"running"');
    expect(text).not.toMatch(/withdrawn|taken back|ask for it again/);
  });

  it('is said to have run where it is over', () => {
    expect(textOf(alreadySentResult({ state: 'done', call: 'c1' }))).toContain('has run already (c1: done)');
  });
});

describe('a call that was withdrawn', () => {
  const withdrawn = (code: string): string => {
    const stopped: StoppedCall = { state: 'withdrawn', call: 'c1', code, reasons: ['the policy changed'] };
    return textOf(stoppedResult(stopped));
  };

  it('is told with the true reason', () => {
    expect(withdrawn('APPROVAL_VOID')).toMatch(/the policy changed\. A person had approved it/);
    expect(withdrawn('DECISION_CHANGED')).toContain('it needs approval then');
    for (const code of ['APPROVAL_VOID', 'WITHDRAWN'])
      expect(withdrawn(code)).not.toContain('before anybody decided');
  });
});
