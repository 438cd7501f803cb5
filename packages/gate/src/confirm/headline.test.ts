import { describe, expect, it } from 'vitest';
import { rule } from '../../../core/test/build.ts';
import { decidedBy } from '../../test/confirm-question.ts';
import { headlineOf } from './headline.ts';

const asks = (id: string, reason: string) => rule({ id, then: 'confirm', reason });

describe('the headline of a pending call', () => {
  it('is the reason of the operator’s own rule, which comes after those it extends', () => {
    expect(headlineOf(decidedBy([asks('preset', 'Changes data'), asks('own', 'Payments need a look')]))).toBe(
      'Payments need a look',
    );
  });

  it('is no reason of a rule that does not ask', () => {
    const told = rule({ id: 'told', obligations: { progress: true }, reason: 'Progress is shown' });
    expect(headlineOf(decidedBy([asks('ask', 'Changes data'), told]))).toBe('Changes data');
  });

  it('says that no rule allows the call, or that its claims contradict each other', () => {
    expect(headlineOf(decidedBy([]))).toBe('No rule allows this call, so it needs approval');
    const conflicting = decidedBy([], { readOnlyHint: true, destructiveHint: true });
    expect(headlineOf(conflicting)).toContain('contradict each other');
  });
});
