import { describe, expect, it } from 'vitest';
import type { Origins, UnprovenValue } from './origin.ts';
import { describeOrigins } from './describe-origins.ts';

const origins = (unproven: readonly UnprovenValue[], unasked?: string): Origins => ({
  proven: 'no',
  destination: 'no',
  created: 'no',
  unproven,
  ...(unasked === undefined ? {} : { unasked }),
});

const place = {
  call: 'c7',
  server: 'mail',
  tool: 'read',
  path: ['content', 0, 'text'],
  span: [3, 7],
} as const;

describe('the sentence about a value that could not be traced', () => {
  it.each<readonly [string, Origins, string | undefined]>([
    [
      'says where it was first seen',
      origins([
        {
          path: ['to', 0],
          origin: 'untrusted',
          role: 'destination',
          text: 'eve@evil.test',
          firstSeen: place,
        },
      ]),
      '`to` is “eve@evil.test”: not from your request; first seen in mail/read (call c7), untrusted content',
    ],
    [
      'says that trusted content is not the person',
      origins([{ path: ['a', 'b'], origin: 'trusted', text: 'x', firstSeen: place }]),
      '`a.b` is “x”: not from your request; first seen in mail/read (call c7)',
    ],
    [
      'says that it was seen nowhere',
      origins([{ path: ['to'], origin: 'nowhere', text: 'x' }]),
      '`to` is “x”: not from your request; not seen before',
    ],
    ['says that nobody looked', origins([{ path: ['to'], text: 'x' }]), '`to` is “x”: not from your request'],
    [
      'says that there is too much',
      origins([{ path: ['body'], origin: 'nowhere', role: 'destination' }]),
      '`body` could not be traced to your request',
    ],
    [
      'says that the whole call is too much',
      origins([{ path: [], origin: 'nowhere' }]),
      'This call has more values than can be traced',
    ],
    [
      'tells of a destination first, and counts the rest',
      origins([
        { path: ['n'], role: 'critical', text: '5' },
        { path: ['to'], role: 'destination', origin: 'nowhere', text: 'x' },
      ]),
      '`to` is “x”: not from your request; not seen before; 1 more value like it',
    ],
    [
      'counts many',
      origins([1, 2, 3].map((step) => ({ path: ['n', step], origin: 'nowhere', text: '5' }) as const)),
      '`n` is “5”: not from your request; not seen before; 2 more values like it',
    ],
    [
      'tells of a value before a verb',
      origins([{ path: ['n'], origin: 'nowhere', text: '5' }], 'delete'),
      '`n` is “5”: not from your request; not seen before',
    ],
    ['tells of a verb nobody asked for', origins([], 'delete'), 'Your request does not ask to delete'],
    [
      'claims nothing of a verb that it does not know',
      origins([], 'diagnose'),
      'Callgate cannot tell whether your request asks for this',
    ],
    [
      'claims nothing of a verb that may answer a question',
      origins([], 'search'),
      'Callgate cannot tell whether your request asks for this',
    ],
    ['is not there where nothing is to be said', origins([]), undefined],
  ])('%s', (_, said, sentence) => {
    expect(describeOrigins(said)).toBe(sentence);
  });

  it('shows what others wrote as it is', () => {
    const hostile = 'a\u202Eb\u200B';
    const sentence = describeOrigins(
      origins([
        {
          path: [hostile],
          origin: 'untrusted',
          text: hostile,
          firstSeen: { ...place, server: hostile, tool: hostile, call: hostile },
        },
      ]),
    );
    expect(sentence).not.toMatch(/[\u202E\u200B]/);
    expect(sentence?.match(/⟦U\+202E⟧/g)).toHaveLength(5);
    expect(describeOrigins(origins([], hostile))).not.toMatch(/[\u202E\u200B]/);
  });
});
