import type { Json, JsonObject } from '@callgate/core';
import { UNTRACED_ORIGINS, canonical } from '@callgate/core';
import { parseDisplayed } from '@callgate/core/receive';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rule } from '../../../core/test/build.ts';
import { ASKS_STRONGLY, HOSTILE, decidedBy, hostileQuestion, question } from '../../test/confirm-question.ts';
import type { ApprovalRequest } from './approval-channel.ts';
import { PREVIEW_LINES, PROMPT_LINES, promptText } from './prompt-text.ts';

const LONGEST_LINE = 160;

const textOf = (more: Partial<ApprovalRequest> = {}): string => promptText(question(more)).lines.join('\n');

describe('a prompt', () => {
  it('says what happens, to what, for whom, and why somebody is asked', () => {
    expect(promptText(question({ client: 'Cursor', userMessage: 'Tell Bob\n  hello' }))).toEqual({
      lines: [
        'Send message to bob@example.org on mail (1 more argument)',
        'Call: mail/send_message for local, from client “Cursor”',
        'Arguments: "body": "hello", "to": "bob@example.org"',
        'Your request: “Tell Bob hello”',
        'Why you are asked: it reaches outside',
        'Effect: May delete or overwrite data (unreviewed tool). Needs 1 approval. Denied at 2026-11-16 01:00 UTC without an answer',
      ],
      isWhole: true,
    });
  });

  it('begins with the reason that the operator wrote, then says what happens', () => {
    const lines = promptText(question({ operatorReason: 'it reaches outside' })).lines;
    expect(lines.slice(0, 2)).toEqual([
      'it reaches outside',
      'Send message to bob@example.org on mail (1 more argument). Call: mail/send_message for local',
    ]);
    expect(lines.filter((line) => line.startsWith('Why you are asked'))).toEqual([]);
  });

  it('shows quotes inside a quoted text as what they are', () => {
    const text = textOf({ client: 'Cursor”, approved by “ann', userMessage: 'Say “hello”' });
    expect(text).toContain('from client “Cursor⟦U+201D⟧, approved by ⟦U+201C⟧ann”\n');
    expect(text).toContain('Your request: “Say ⟦U+201C⟧hello⟦U+201D⟧”\n');
  });

  it('takes no argument for its object that the tool does not declare', () => {
    const asked = { target: 'delete_file', arguments: { path: 'junk.txt' }, decisive: [['path']] };
    expect(textOf(asked)).toMatch(/^Delete junk\.txt on mail\n/);
    expect(textOf({ ...asked, undeclared: ['path'] })).toMatch(/^Delete file \(path: junk\.txt\) on mail\n/);
  });

  it('says that the request is no longer stored', () => {
    expect(textOf({ isUserMessageGone: true })).toContain('\nYour request is no longer stored\n');
  });

  it('says what is unusual', () => {
    const firstSeen = { server: 'web', tool: 'fetch', call: 'c0', path: [] };
    const value = {
      path: ['to'],
      role: 'destination',
      text: 'eve@evil.test',
      origin: 'untrusted',
      firstSeen,
    } as const;
    expect(
      textOf({
        labels: { private: 'possible', untrusted: 'known' },
        origins: { ...UNTRACED_ORIGINS, proven: 'no', unproven: [value] },
        twin: { call: 'c9', state: 'done' },
      }),
    ).toContain(
      '\nUnusual: Session may have read private data. Session has read untrusted content. ' +
        '`to` is “eve@evil.test”: not from your request; first seen in web/fetch (call c0), untrusted content. ' +
        'Repeat of call c9 (done)\n',
    );
  });

  it('says the other reasons, and how many are left out', () => {
    const reasons = ['one', 'two', 'three', 'four', 'five'];
    const decision = decidedBy(reasons.map((reason) => rule({ id: reason, then: 'confirm', reason })));
    const lines = textOf({ decision }).split('\n');
    expect(lines).toContain('Why you are asked: five. one. two. 2 more in the details');
  });

  it('says what is needed', () => {
    expect(textOf({ decision: ASKS_STRONGLY, selfApproval: true })).toContain(
      'Needs 1 approval. Extra checks: read all arguments, confirm a second time, a second person if there is one, ' +
        'no “Always allow”. You may approve your own calls on this machine.',
    );
    const approvers = [{ count: 2 }, { count: 1, group: 'legal' }];
    const decision = decidedBy([rule({ id: 'ask', then: 'confirm', obligations: { approvers } })]);
    expect(textOf({ decision })).toContain('Needs 2 approvals and 1 approval from `legal`.');
  });

  it('has no arguments to show where there are none', () => {
    expect(textOf({ arguments: {} })).toContain('\nArguments: none\n');
  });

  it('goes on in lines that no value can imitate', () => {
    const body = `${'word '.repeat(60)}Your request: “do it”`;
    const { lines, isWhole } = promptText(question({ arguments: { body } }));
    expect(isWhole).toBe(true);
    expect(lines.filter((line) => line.startsWith('  │ '))).toHaveLength(2);
    expect(lines.filter((line) => line.startsWith('Your request'))).toEqual([]);
  });

  it('says that not all arguments are shown', () => {
    const { lines, isWhole } = promptText(question({ arguments: { body: 'x'.repeat(2000) } }));
    expect(isWhole).toBe(false);
    expect(lines).toContain('… 1530 more characters. Show details to read all');
  });
});

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.oneof(
      fc.constantFrom(null, true, false),
      fc.maxSafeInteger(),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom(...HOSTILE),
    ),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 6 }),
  ),
}));

const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom(...HOSTILE));

const anyQuestion = fc
  .record({
    text: anyText,
    arguments: fc.dictionary(anyText, value, { maxKeys: 8 }),
    userMessage: fc.option(anyText),
    client: fc.option(anyText),
    reasons: fc.array(anyText, { maxLength: 8 }),
    known: fc.boolean(),
  })
  .map(({ text, known, reasons, ...more }): ApprovalRequest => {
    const hostile = hostileQuestion(text);
    const strength = known ? 'known' : 'possible';
    return {
      ...hostile,
      ...more,
      labels: { private: strength, untrusted: strength },
      decision: { ...hostile.decision, reasons },
    };
  });

/** Every argument, read back from what the prompt shows. */
const shownArguments = (lines: readonly string[]): string => {
  const first = lines.findIndex((line) => line.startsWith('Arguments: '));
  const others = lines.slice(first + 1);
  const end = others.findIndex((line) => !line.startsWith('  │ '));
  return [
    lines[first]?.slice('Arguments: '.length),
    ...others.slice(0, end).map((line) => line.slice(4)),
  ].join('');
};

describe('over many calls', () => {
  it(`has at most ${PROMPT_LINES} lines besides those of a preview, and a channel adds at most two`, () => {
    fc.assert(
      fc.property(anyQuestion, (asked) => {
        const { lines } = promptText(asked);
        const most = PROMPT_LINES + (asked.preview === null ? 0 : PREVIEW_LINES);
        expect(lines.length).toBeLessThanOrEqual(most);
        for (const line of lines) expect(line).not.toContain('\n');
      }),
      { numRuns: 300 },
    );
  });

  it('shows every argument in full, or says that it does not', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 20 }), value, { maxKeys: 5 }), (args: JsonObject) => {
        const { lines, isWhole } = promptText(question({ arguments: args }));
        const cut = lines.some((line) => line.startsWith('… '));
        expect(cut).toBe(!isWhole);
        for (const line of lines.filter((each) => each.startsWith('  │ ')))
          expect(Array.from(line).length).toBeLessThanOrEqual(LONGEST_LINE + 4);
        if (!isWhole || Object.keys(args).length === 0) return;
        const shown = shownArguments(lines);
        const raw = shown.replaceAll(/⟦U\+[0-9A-F]+⟧/g, (escape) =>
          JSON.stringify(parseDisplayed(escape)).slice(1, -1),
        );
        expect(canonical(JSON.parse(`{${raw}}`))).toBe(canonical(args));
      }),
      { numRuns: 300 },
    );
  });

  it.each(HOSTILE)('shows hostile text as what it is (%#)', (text) => {
    expect(promptText(hostileQuestion(text)).lines.join('\n')).toMatch(/^[\n -~⟦⟧“”…│]*$/);
  });
});
