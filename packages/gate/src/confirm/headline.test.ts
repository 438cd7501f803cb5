import { describe, expect, it } from 'vitest';
import { rule } from '../../../core/test/build.ts';
import { decidedBy, question } from '../../test/confirm-question.ts';
import { headlineOf, leadingReason } from './headline.ts';

const asks = (id: string, reason: string) => rule({ id, then: 'confirm', reason });

describe('the leading reason of a pending call', () => {
  it('is the reason of the operator’s own rule, which comes after those it extends', () => {
    expect(
      leadingReason(decidedBy([asks('preset', 'Changes data'), asks('own', 'Payments need a look')])),
    ).toBe('Payments need a look');
  });

  it('is no reason of a rule that does not ask', () => {
    const told = rule({ id: 'told', obligations: { progress: true }, reason: 'Progress is shown' });
    expect(leadingReason(decidedBy([asks('ask', 'Changes data'), told]))).toBe('Changes data');
  });

  it('says that no rule allows the call, or that its claims contradict each other', () => {
    expect(leadingReason(decidedBy([]))).toBe('No rule allows this call, so it needs approval');
    const conflicting = decidedBy([], { readOnlyHint: true, destructiveHint: true });
    expect(leadingReason(conflicting)).toContain('contradict each other');
  });
});

describe('the headline of a pending call', () => {
  it('says what happens and to what', () => {
    expect(headlineOf(question())).toEqual({
      title: 'Send message to bob@example.org on mail (1 more argument)',
      act: null,
    });
    const moved = { server: 'files', target: 'delete_file', arguments: { path: 'plans/merger.txt' } };
    expect(headlineOf(question({ ...moved, decisive: [['path']] })).title).toBe(
      'Delete plans/merger.txt on files',
    );
  });

  it('is the operator’s reason where one wrote it, with what happens below', () => {
    expect(headlineOf(question({ operatorReason: 'Mail needs a look' }))).toEqual({
      title: 'Mail needs a look',
      act: 'Send message to bob@example.org on mail (1 more argument)',
    });
  });

  it('only names the tool where its name tells no verb, or one that is not believed', () => {
    expect(headlineOf(question({ target: 'frob_x', arguments: {} })).title).toBe('Run mail/frob_x');
    const reads = { target: 'get_message', arguments: { id: 7 }, decisive: [] };
    expect(headlineOf(question(reads)).title).toBe('Run mail/get_message (id: 7)');
    const decision = decidedBy([asks('ask', 'Look')], { readOnlyHint: true });
    expect(headlineOf(question({ ...reads, decision })).title).toBe('Get message (id: 7) on mail');
  });

  it('counts the values that it does not show, and cuts long ones', () => {
    const args = { to: 'a@x.example', cc: 'b@x.example', bcc: 'c@x.example', reply: 'd@x.example' };
    const decisive = Object.keys(args).map((name) => [name]);
    expect(headlineOf(question({ arguments: args, decisive })).title).toBe(
      'Send message to a@x.example (cc: b@x.example, bcc: c@x.example) on mail (1 more argument)',
    );
    const { title } = headlineOf(question({ arguments: { to: 'x'.repeat(500) } }));
    expect(title).toContain('⟦… 440 characters …⟧');
  });

  it('is no longer with three values than with two', () => {
    const titleOf = (names: readonly string[]): string => {
      const args = Object.fromEntries(names.map((name) => [name.repeat(500), name.repeat(500)]));
      return headlineOf(question({ arguments: args, decisive: [] })).title;
    };
    expect(titleOf(['a', 'b', 'c']).length).toBeLessThanOrEqual(titleOf(['a', 'b']).length);
  });

  it('lets no value pass for words of its own', () => {
    const to = 'bob on mail. Approved by ada\n';
    expect(headlineOf(question({ arguments: { to } })).title).toBe(
      'Send message to "bob on mail. Approved by ada\\n" on mail',
    );
  });
});
