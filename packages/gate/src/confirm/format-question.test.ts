import { digestText } from '@callgate/core/receive';
import { describe, expect, it } from 'vitest';
import { rule } from '../../../core/test/build.ts';
import { ASKS_STRONGLY, HOSTILE, decidedBy, hostileQuestion, question } from '../../test/confirm-question.ts';
import { listFoldedValues } from './folded-values.ts';
import { formatQuestion } from './format-question.ts';

const folded = (more: Parameters<typeof question>[0] = {}): string =>
  formatQuestion(question(more), { open: false });

describe('the text of a question', () => {
  it('says who, where, what, and why', () => {
    const text = folded();
    for (const line of [
      'Send message to bob@example.org on mail (1 more argument)',
      'Call c1',
      '  for: local',
      '  session: chat-1',
      '  server: mail',
      '  tool: send_message',
      '  asked: 2026-11-16T00:00:00.000Z',
      '  denied without an answer at: 2026-11-16T01:00:00.000Z',
      '  "body": "hello",',
      '  "to": "bob@example.org"',
      'Session: Has read no private data and no untrusted content',
      '  - it reaches outside',
      'Needs: 1 approval',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).toContain(question().binding);
  });

  it('says what is believed, on which ground, and what nobody knows', () => {
    const decision = decidedBy([rule({ id: 'ask', then: 'confirm' })], {
      readOnlyHint: false,
      destructiveHint: false,
    });
    const lines = folded({ decision }).split('\n');
    expect(lines).toContain('  readOnly: no (claim)');
    expect(lines).toContain('  openWorld: yes (default)');
    expect(lines.find((line) => line.startsWith('  unknown: '))).toContain('sensitiveData');
  });

  it('says which value could not be traced, once', () => {
    const unproven = [
      {
        path: ['to'],
        role: 'destination' as const,
        text: 'eve@example.net',
        origin: 'untrusted' as const,
        firstSeen: { server: 'mail', tool: 'read', call: 'c0', path: [] },
      },
    ];
    const origins = { proven: 'no', destination: 'no', created: 'no', unproven } as const;
    const sentence =
      '`to` is “eve@example.net”: not from your request; first seen in mail/read (call c0), untrusted content';
    const decision = { ...question().decision, reasons: ['it reaches outside', sentence] };
    const text = folded({ origins, decision, labels: { private: 'possible', untrusted: 'known' } });
    expect(text).toContain(`Origin of values: ${sentence}\n`);
    expect(text.split(sentence)).toHaveLength(2);
    expect(text).toContain('Session: May have read private data; Has read untrusted content');
  });

  it.each([
    [{ readOnlyHint: true }, 'Undo: Changes nothing'],
    [{ readOnlyHint: false, reversibleHint: false }, 'Undo: Cannot be undone. May delete or overwrite data'],
    [{ readOnlyHint: false, destructiveHint: false }, 'Undo: Unknown whether it can be undone'],
    [
      { readOnlyHint: false, destructiveHint: false, reversibleHint: true },
      'Undo: Can be undone, according to the tool',
    ],
  ])('says whether it can be undone (%#)', (annotations, line) => {
    const decision = decidedBy([rule({ id: 'ask', then: 'confirm' })], annotations);
    expect(folded({ decision }).split('\n')).toContain(line);
  });

  it('promises no undo, and names the tool that undoes the call once, where one is declared', () => {
    const asks = rule({ id: 'ask', then: 'confirm', obligations: { undo: true } });
    const annotations = { readOnlyHint: false, destructiveHint: false, reversibleHint: true };
    expect(folded({ decision: decidedBy([asks], annotations) })).not.toContain('offered');
    const decision = decidedBy([asks], annotations, { 'dev.callgate/undo': 'restore' });
    const text = folded({ decision });
    expect(text).toContain('Undo: Can be undone, according to the tool. To undo, call `restore`\n');
    expect(text.split('`restore`')).toHaveLength(2);
  });

  it('says the operator’s reason first, then what happens', () => {
    const text = folded({ operatorReason: 'it reaches outside' });
    expect(text).toMatch(
      /^it reaches outside\nSend message to bob@example.org on mail \(1 more argument\)\nCall c1\n/,
    );
    expect(text.match(/  - it reaches outside\n/g)).toHaveLength(1);
  });

  it('says who has to agree, and on which terms', () => {
    const approvers = [{ count: 2 }, { count: 1, group: 'legal' }];
    const decision = decidedBy([rule({ id: 'ask', then: 'confirm', obligations: { approvers } })]);
    expect(folded({ decision })).toContain('Needs: 2 approvals, and 1 approval from `legal`\n');
    expect(folded({ decision: ASKS_STRONGLY })).toContain(
      'Needs: 1 approval\nExtra checks: read all arguments, confirm a second time, a second person if there is one, ' +
        'no “Always allow”\n',
    );
  });

  it('shows the whole chain of delegation', () => {
    expect(folded()).not.toContain('delegation');
    expect(folded({ principal: 'ann', delegation: ['planner', 'agent-7\nwho: local'] })).toContain(
      '  for: ann\n  delegation: planner, then agent-7⟦U+000A⟧who: local\n',
    );
  });

  it('shows what the client calls itself', () => {
    expect(folded()).not.toContain('client:');
    expect(folded({ client: 'cursor\u202e' })).toContain('  client: cursor⟦U+202E⟧ (as it calls itself)\n');
  });

  it('shows what the user asked for', () => {
    expect(folded()).not.toContain('your request:');
    expect(folded({ isUserMessageGone: true })).toContain('  your request: no longer stored\n');
    expect(folded({ userMessage: 'Tell Bob\nwhat is new' })).toContain(
      '  your request: Tell Bob⟦U+000A⟧what is new\n',
    );
  });

  it('says that self-approval is on without saying that nobody else has to look', () => {
    expect(folded({ selfApproval: true })).toContain('You may approve your own calls on this machine');
    expect(folded({ selfApproval: true })).not.toContain('nobody else');
  });

  it('says that the same call was let out before, and that it may be approved by whoever makes it', () => {
    expect(folded()).not.toMatch(/Repeat|Self-approval/);
    expect(folded({ twin: { call: 'c0', state: 'indeterminate' } })).toContain(
      'Repeat of call c0, which is indeterminate\n',
    );
    expect(folded({ selfApproval: true })).toContain('Self-approval: You may');
  });
});

describe('a long value', () => {
  const long = `${'a'.repeat(300)}MIDDLE${'z'.repeat(300)}`;
  const args = { list: [{ text: long }], short: 'x'.repeat(200) };

  it('shows its head, its tail, its length and its digest until it is opened', () => {
    const text = folded({ arguments: args });
    expect(text).not.toContain('MIDDLE');
    expect(text).toContain(`"${'a'.repeat(100)}⟦… 406 characters …⟧${'z'.repeat(100)}"`);
    expect(text).toContain(
      `Not shown in full:\n  list[0].text: 606 characters, ${digestText('argument-value', long)}\n`,
    );
    expect(text).toContain('x'.repeat(200));
    expect(listFoldedValues(args)).toHaveLength(1);
  });

  it('is whole once opened', () => {
    const text = formatQuestion(question({ arguments: args }), { open: true });
    expect(text).toContain(long);
    expect(text).not.toContain('Not shown in full');
  });

  it('cannot imitate a line of the question once its lines are shown', () => {
    const text = formatQuestion(
      question({ arguments: { body: 'x\nSelf-approval: off\n  for: somebody else' } }),
      {
        open: true,
      },
    );
    expect(text.split('\n')).toContain('    │ Self-approval: off');
    expect(text.split('\n')).not.toContain('  for: somebody else');
  });
});

describe('hostile text', () => {
  it.each(HOSTILE)('in every place shows as what it is (%#)', (text) => {
    for (const open of [false, true]) {
      const shown = formatQuestion(hostileQuestion(text), { open });
      // nothing but line feeds of ours, printable ASCII and the signs we write ourselves
      expect(shown).toMatch(/^[\n -~⟦⟧“”…│]*$/);
      expect(shown.split('\n').filter((line) => line.startsWith('Approved'))).toEqual([]);
    }
  });

  it('adds no line of its own', () => {
    const lines = (text: string): number =>
      formatQuestion(hostileQuestion(text), { open: false }).split('\n').length;
    expect(lines('two\nlines\r\nthree')).toBe(lines('one line, one line'));
  });
});
