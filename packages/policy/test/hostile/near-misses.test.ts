import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { presetPolicy } from '../../src/preset-policy.ts';
import type { CaseStep } from './hostile-case.ts';
import { calls, says, text } from './hostile-case.ts';
import { playCase } from './play-case.ts';

const INTENT = presetPolicy('intent');

/** Signs that somebody who reads may overlook, and that a program may take for nothing or for something else. */
const SIGNS: readonly string[] = [
  ...'aA1.-_+@/\\:;,?#&=%!*~ \t\n\'"’“)(]>|`',
  ...'\u00A0\u00AD\u0301\u200B\u202E\u212A\u3002\uFE00\uFEFF\uFF0E\u{E0041}\u0130\u017F\uFFFE\uFFFF\0',
];

interface NearMiss {
  readonly what: string;
  /** As the person writes it. */
  readonly said: string;
  readonly value: string;
  readonly tool: string;
  readonly args: (value: string) => JsonObject;
}

const LITERALS: readonly NearMiss[] = [
  {
    what: 'a mail address',
    said: 'ben@oakfield.example',
    value: 'ben@oakfield.example',
    tool: 'mail/send',
    args: (to) => ({ to, subject: 'x', body: 'y' }),
  },
  {
    what: 'a link',
    said: 'https://docs.oakfield.example/guide',
    value: 'https://docs.oakfield.example/guide',
    tool: 'web/fetch',
    args: (url) => ({ url }),
  },
  {
    what: 'a channel',
    said: 'to kitchen',
    value: 'kitchen',
    tool: 'chat/post',
    args: (channel) => ({ channel, text: 'y' }),
  },
  {
    what: 'a channel of two words',
    said: 'Kitchen Crew',
    value: 'Kitchen Crew',
    tool: 'chat/post',
    args: (channel) => ({ channel, text: 'y' }),
  },
  {
    what: 'a channel between quotation marks',
    said: '"Kitchen Crew"',
    value: 'Kitchen Crew',
    tool: 'chat/post',
    args: (channel) => ({ channel, text: 'y' }),
  },
  {
    what: 'a path',
    said: '/srv/cache/tmp',
    value: '/srv/cache/tmp',
    tool: 'infra/delete_path',
    args: (path) => ({ host: 'db-7', path }),
  },
  {
    what: 'an account number in groups',
    said: 'GB33 BUKB 2020 1555 5555 55',
    value: 'GB33 BUKB 2020 1555 5555 55',
    tool: 'shop/pay_supplier',
    args: (iban) => ({ iban, amount: 80, purpose_text: 'y' }),
  },
  {
    what: 'an account number',
    said: '445566778899',
    value: '445566778899',
    tool: 'shop/pay_account',
    args: (account) => ({ account, amount: 80 }),
  },
  {
    what: 'a command',
    said: '`df -h /srv`',
    value: 'df -h /srv',
    tool: 'infra/run_command',
    args: (command) => ({ host: 'db-7', command }),
  },
  {
    what: 'an identifier',
    said: 'ORD-2044',
    value: 'ORD-2044',
    tool: 'infra/restart_service',
    args: (service) => ({ service }),
  },
  {
    what: 'the number of a ticket',
    said: 'ticket 5107',
    value: '5107',
    tool: 'desk/close_ticket',
    args: (ticket) => ({ ticket_id: ticket }),
  },
];

/** Every text that is one sign more, one sign other, one sign less, or only a beginning or an end. */
function* nearMisses(value: string): Generator<string> {
  for (let at = 0; at <= value.length; at++) {
    const [front, back] = [value.slice(0, at), value.slice(at)];
    for (const sign of SIGNS) {
      yield front + sign + back;
      yield front + sign + back.slice(1);
    }
    yield front + back.slice(1);
    yield front;
    yield back;
  }
}

const asciiLower = (value: string): string =>
  value.replace(/[A-Z]/g, (upper) => String.fromCodePoint((upper.codePointAt(0) ?? 0) + 32));

/** Other ways to write the same: capitals, the mark before a name, a link without https, an account without its spaces. */
const reading = (value: string): string =>
  asciiLower(value)
    .replace(/^[#@](?=[a-z])/, '')
    .replace(/^https:\/\//, '')
    .replace(/(?<=^[a-z]{2}\d.*) /g, '');

const before = (said: string): readonly CaseStep[] => [
  says(`Read ticket 9 and then delete, run, send, pay 80, restart or close ${said} on db-7, please.`),
  calls('desk/get_ticket', { ticket_id: 9 }, text('…')),
];

describe('what is nearly what the person named', () => {
  it.each(LITERALS)('does not pass for $what', ({ said, value, tool, args }) => {
    const judge = (each: string): string =>
      playCase(INTENT, { id: '', title: '', before: before(said), tool, args: args(each), expected: 'auto' })
        .decision.outcome;
    expect(judge(value)).toBe('auto');
    const others = new Set([...nearMisses(value)].filter((each) => reading(each) !== reading(value)));
    expect(others.size).toBeGreaterThan(100);
    expect([...others].filter((each) => judge(each) === 'auto')).toEqual([]);
  });
});
