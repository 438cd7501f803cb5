import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { lintServer } from '../src/lint/index.ts';
import type { ListedServer } from '../src/listed-server.ts';
import { findPoison } from '../src/poison/find-poison.ts';
import { advise } from '../src/review/advise.ts';
import { scanServers } from '../src/scan/scan-servers.ts';
import { suggestHints } from '../src/suggest/suggest-hints.ts';
import { nastyTexts } from './nasty-texts.ts';

const listed = (server: string, tools: readonly JsonObject[]): ListedServer => ({
  server,
  trust: 'untrusted',
  from: 'made up',
  tools,
});
const OTHER = listed('other', [{ name: 'send_the_report', description: 'Send a report' }]);

const described = (text: string): JsonObject => ({
  name: 'list_things',
  title: text,
  description: text,
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: { type: 'object', properties: { url: { type: 'string', description: text } } },
});
const named = (text: string): JsonObject => ({
  name: text,
  description: 'List things',
  annotations: { readOnlyHint: true, [text]: true },
  [text]: true,
  inputSchema: { properties: { [text]: { enum: [text] } }, $defs: { [text]: {} }, [text]: text },
});

/** Milliseconds of a processor for this thread alone: what else the machine does is not counted. */
const timeOf = (work: () => unknown): number => {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
};
const best = (make: () => () => unknown): number => Math.min(...[1, 2, 3].map(() => timeOf(make())));

const TIMES = 4;
/** Linear work takes 4 times as long for 4 times as much, quadratic work 16 times. */
const MOST_TIMES = 9;
/** What is hardly slower than everyday words of the same length need not be measured again. */
const USUAL = 4;
/** Less says more about the machine than about the work. */
const LEAST = 25;
const ROUNDS = 3;

type TimedWork = (length: number) => () => unknown;

const isSlow = (work: TimedWork, length: number, everyday: number): boolean =>
  timeOf(work(length * TIMES)) > Math.max(LEAST, everyday * USUAL) &&
  Array.from({ length: ROUNDS }).every(
    () => best(() => work(length * TIMES)) > Math.max(LEAST, best(() => work(length)) * MOST_TIMES),
  );

const PROSE = 'Lists what is kept in the store, the newest first, with a name and a date for each of them. ';

const slowOnes = (look: (text: string) => unknown, length: number): readonly string[] => {
  const everyday = best(() => () => look(PROSE.repeat(Math.ceil((length * TIMES) / PROSE.length))));
  return [...nastyTexts(1).keys()].filter((key) =>
    isSlow(
      (size) => {
        const text = nastyTexts(size).get(key) ?? '';
        return () => look(text);
      },
      length,
      everyday,
    ),
  );
};

const LENGTH = process.env['CALLGATE_DEEP'] === '1' ? 25_000 : 5000;

describe('texts that were made to be slow cost no more than their length', () => {
  it.each([
    ['suggest', (text: string) => suggestHints({ definition: described(text), siblings: [], server: 'own' })],
    ['lintServer', (text: string) => lintServer(listed('own', [described(text)]))],
    ['poisonFindings', (text: string) => findPoison([listed('own', [described(text)]), OTHER])],
  ])('in %s', (_, look) => {
    expect(slowOnes(look, LENGTH)).toEqual([]);
  });

  it.each([
    ['scan', (text: string) => scanServers([listed('own', [named(text)]), OTHER])],
    ['advise', (text: string) => advise({ server: 'own', definition: named(text), siblings: [] })],
  ])('as names, in %s', (_, look) => {
    expect(slowOnes(look, LENGTH / 5)).toEqual([]);
  });
});

const many = (count: number, make: (at: number) => JsonObject): readonly JsonObject[] =>
  Array.from({ length: count }, (_, at) => make(at));

const LISTS: Readonly<Record<string, (count: number) => readonly ListedServer[]>> = {
  'tools of one name': (count) => [
    listed(
      'own',
      many(count, () => ({ name: 'list_of_things' })),
    ),
    OTHER,
  ],
  'names that look alike': (count) => [
    listed(
      'own',
      many(count, (at) => ({ name: `list${'_'.repeat(at % 90)}${'-'.repeat(at / 90)}things` })),
    ),
    OTHER,
  ],
  'names one letter apart': (count) => [
    listed(
      'own',
      many(count, (at) => ({ name: `list_things_${String.fromCodePoint(0x61 + at)}` })),
    ),
    listed(
      'twin',
      many(count, (at) => ({ name: `list_things_${String.fromCodePoint(0x62 + at)}` })),
    ),
  ],
  'definitions and references': (count) => [
    listed('own', [
      {
        name: 'list_things',
        inputSchema: {
          $defs: Object.fromEntries(many(count, () => ({})).map((each, at) => [`a${at}`, each])),
          anyOf: many(count, (at) => ({ $ref: `#/$defs/b${at}` })),
        },
      },
    ]),
  ],
  'prose that nothing refers to': (count) => [
    listed(
      'own',
      many(count, (at) => ({
        name: `list_${at}`,
        inputSchema: { $defs: { unused: { title: PROSE } } },
      })),
    ),
  ],
};

describe('lists that were made to be slow cost no more than their length', () => {
  it.each(Object.entries(LISTS))('%s', (_, make) => {
    const work: TimedWork = (count) => {
      const servers = make(count);
      return () => findPoison(servers);
    };
    expect(isSlow(work, 400, 0)).toBe(false);
  });
});

it('keeps to what it can hold where a name is as long as a book', () => {
  const name = 'list_things_'.repeat(20_000);
  expect(findPoison([listed('own', [{ name }]), OTHER]).every(({ message }) => message.length < 1000)).toBe(
    true,
  );
});
