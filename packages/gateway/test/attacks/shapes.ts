import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { expect } from 'vitest';
import type { Agent } from './agents.ts';
import { HttpAgent, StdioAgent } from './agents.ts';
import type { Cell, Suite } from './cell.ts';
import { FORBIDDEN, expectRefused, sampled } from './cell.ts';

const CALL = { name: 'read_note', arguments: { id: FORBIDDEN, deep: { list: [{ a: 1 }] } } };

/** The members of a call, for putting together otherwise. */
const membersOf = (agent: Agent, params: JsonObject = CALL): JsonObject => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: agent.params(params),
});

/** JSON text in which one object has one more member, written as it is. Every object has its turn. */
const withMember = (value: Json, member: (of: JsonObject) => string): readonly string[] => {
  const texts: string[] = [];
  const objects: JsonObject[] = [];
  const collect = (each: Json): void => {
    if (Array.isArray(each)) each.forEach(collect);
    else if (isJsonObject(each)) {
      if (Object.keys(each).length > 0) objects.push(each);
      Object.values(each).forEach((inner) => inner !== undefined && collect(inner));
    }
  };
  collect(value);
  const write = (each: Json, marked: JsonObject): string => {
    if (Array.isArray(each)) return `[${each.map((inner) => write(inner, marked)).join(',')}]`;
    if (!isJsonObject(each)) return JSON.stringify(each);
    const members = Object.entries(each).map(
      ([key, inner]) => `${JSON.stringify(key)}:${write(inner ?? null, marked)}`,
    );
    return `{${[...members, ...(each === marked ? [member(each)] : [])].join(',')}}`;
  };
  for (const marked of objects) texts.push(write(value, marked));
  return texts;
};

const escapedKey = (key: string): string =>
  `"${[...key].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;

const refuseAll = async (
  cell: Cell,
  texts: readonly (string | Uint8Array)[],
  some?: number,
): Promise<void> => {
  for (const text of sampled(cell, texts, some))
    expectRefused(await cell.agent().probe(text), String(text).slice(0, 300));
};

/** The first member once more, in another spelling. */
const again = (spell: (key: string) => string) => (of: JsonObject) => {
  const [key = 'x'] = Object.keys(of);
  return `${spell(key)}:${JSON.stringify(of[key] ?? null)}`;
};

const duplicates: Suite = (cell) => {
  cell.verifies(
    'A01',
    'a member that is there twice, at any depth and in any spelling, is refused',
    async () => {
      const message = membersOf(cell.agent());
      await refuseAll(cell, [
        ...withMember(
          message,
          again((key) => JSON.stringify(key)),
        ),
        ...withMember(message, again(escapedKey)),
        `{"jsonrpc":"2.0","id":7,"method":"tools/list","method":"tools/call","params":${JSON.stringify(cell.agent().params(CALL))}}`,
        JSON.stringify(message).replace('"name":"read_note"', '"name":"big","name":"read_note"'),
        JSON.stringify(message).replace('"name":"read_note"', '"n\\u0061me":"big","name":"read_note"'),
        JSON.stringify(message)
          .replace('"__proto__"', '')
          .replace('"deep":', '"__proto__":{},"__proto__":{},"deep":'),
      ]);
    },
  );
};

const FOLDS: readonly (readonly [from: string, to: string])[] = [
  ['name', 'Name'],
  ['name', 'NAME'],
  ['name', 'name\u0000'],
  ['name', 'ｎame'],
  ['arguments', 'Arguments'],
  ['arguments', 'argumentſ'],
  ['arguments', 'arguments '],
  ['task', 'tasK'],
  ['task', 'Task'],
];

const folded: Suite = (cell) => {
  cell.verifies(
    'A02',
    'members that fold into known ones are refused in the envelope and in params',
    async () => {
      const message = membersOf(cell.agent());
      const params = cell.agent().params(CALL);
      const envelopes = [
        'Jsonrpc',
        'ID',
        'Id',
        'Method',
        'METHOD',
        'method\u0000',
        'paramſ',
        'Params',
        'result ',
        'methoD',
      ];
      await refuseAll(
        cell,
        [
          ...envelopes.map((key) =>
            JSON.stringify({ ...message, [key]: key.startsWith('p') ? params : 'tools/list' }),
          ),
          ...envelopes.map((key) => {
            const { method, ...rest } = message;
            return JSON.stringify({ ...rest, [key]: method });
          }),
        ],
        8,
      );
      for (const [from, to] of sampled(cell, FOLDS, 4)) {
        const other = { ...params, [to]: from === 'name' ? 'delete_note' : { id: FORBIDDEN } };
        expectRefused(await cell.agent().probe(JSON.stringify({ ...message, params: other })), to);
      }
    },
  );

  cell.verifies(
    'A02',
    'arguments whose names fold into each other, or into a property of the tool, are refused',
    async () => {
      const pairs = [
        { id: FORBIDDEN, ID: 'x' },
        { id: FORBIDDEN, 'i\u200dd': 'x', Id: 'y' },
        { 'id\u0000': FORBIDDEN, id: 'x' },
        { ｉｄ: FORBIDDEN, id: 'x' },
        { deep: { k: 1, K: 2 }, id: FORBIDDEN },
      ];
      for (const args of pairs) {
        const { result, error } = await cell.agent().call('read_note', args);
        expect(error !== undefined || result?.['isError'] === true, JSON.stringify(args)).toBe(true);
      }
      const { result, error } = await cell.agent().call('read_note', { ID: FORBIDDEN });
      expect(error !== undefined || result?.['isError'] === true, 'ID for id').toBe(true);
    },
  );
};

const nameless: Suite = (cell) => {
  cell.verifies('A03', 'a call without an id, or with one that is none, goes nowhere', async () => {
    const { id: _, ...notification } = membersOf(cell.agent());
    const heard = await cell.agent().probe(JSON.stringify(notification));
    expect(heard.messages.filter((message) => message.result !== undefined)).toEqual([]);
    if (heard.status !== undefined) expect(heard.status).toBe(400);
    const ids = [
      'null',
      '1.5',
      '{}',
      '[]',
      'true',
      '[1]',
      '{"id":1}',
      '1e400',
      '-0.5',
      '9007199254740993',
      `"${'x'.repeat(257)}"`,
    ];
    const texts = ids.map((id) => JSON.stringify(membersOf(cell.agent())).replace('"id":7', `"id":${id}`));
    for (const text of texts) expectRefused(await cell.agent().probe(text), text.slice(0, 60));
  });

  cell.verifies('A03', 'no method of a request is served as a notification', async () => {
    const methods = [
      'tools/call',
      'resources/read',
      'prompts/get',
      'completion/complete',
      'resources/subscribe',
      'tasks/update',
      'tools/list',
      'logging/setLevel',
      'server/discover',
      'initialize',
    ];
    for (const method of methods) {
      const params = cell
        .agent()
        .params({ name: 'read_note', uri: `note://${FORBIDDEN}`, arguments: { id: FORBIDDEN } });
      const { messages, status } = await cell
        .agent()
        .probe(JSON.stringify({ jsonrpc: '2.0', method, params }), { method });
      expect(
        messages.filter((message) => message.result !== undefined),
        method,
      ).toEqual([]);
      if (status !== undefined) expect(status, method).toBe(400);
    }
  });
};

const batches: Suite = (cell) => {
  cell.verifies('A04', 'batches are refused whole, however long and deep', async () => {
    const call = JSON.stringify(membersOf(cell.agent()));
    const texts = [
      `[${call}]`,
      `[${call},${call.replace('"id":7', '"id":8')}]`,
      `[[${call}]]`,
      '[]',
      `[${call},1]`,
    ];
    for (const text of texts) expectRefused(await cell.agent().probe(text), text.slice(0, 80));
    if (!cell.full) return;
    const long = `[${Array.from({ length: 5000 }, () => call).join(',')}]`.slice(0, 3_900_000);
    expectRefused(await cell.agent().probe(long.endsWith(']') ? long : `${long}]`), 'a long batch');
  });
};

const ambiguous: Suite = (cell) => {
  cell.verifies(
    'A05',
    'of all combinations of members only requests, notifications and answers pass',
    async () => {
      const all: JsonObject = { ...membersOf(cell.agent()), result: {}, error: { code: 1, message: 'x' } };
      const keys = Object.keys(all);
      const combinations = Array.from({ length: 2 ** keys.length }, (_, bits) =>
        keys.filter((__, at) => (bits >> at) % 2 === 1),
      );
      const wellFormed = new Set([
        'jsonrpc,method',
        'jsonrpc,method,params',
        'jsonrpc,id,method',
        'jsonrpc,id,method,params',
        'jsonrpc,id,result',
        'jsonrpc,id,error',
        'jsonrpc,error',
      ]);
      for (const chosen of sampled(cell, combinations, 16)) {
        if (wellFormed.has(chosen.join(','))) continue;
        const message = Object.fromEntries(chosen.map((key) => [key, all[key]]));
        expectRefused(await cell.agent().probe(JSON.stringify(message)), chosen.join(','));
      }
      for (const extra of ['meta', 'session', '__proto__', 'constructor', 'toJSON', ''])
        expectRefused(
          await cell
            .agent()
            .probe(`{${JSON.stringify(extra)}:1,${JSON.stringify(membersOf(cell.agent())).slice(1)}`),
          extra,
        );
    },
  );
};

const bytes: Suite = (cell) => {
  cell.verifies('A07', 'bytes that are no UTF-8, marks and half characters are refused', async () => {
    const good = Buffer.from(JSON.stringify(membersOf(cell.agent())));
    const inside = good.indexOf(FORBIDDEN);
    const put = (at: number, ...more: readonly number[]): Buffer =>
      Buffer.concat([good.subarray(0, at), Buffer.from(more), good.subarray(at)]);
    await refuseAll(
      cell,
      [
        put(0, 0xef, 0xbb, 0xbf),
        put(0, 0xff, 0xfe),
        ...[0x80, 0xc0, 0xc1, 0xf5, 0xff].map((byte) => put(inside, byte)),
        put(inside, 0xc0, 0xaf),
        put(inside, 0xed, 0xa0, 0x80),
        put(inside, 0xf4, 0x90, 0x80, 0x80),
        put(inside, 0xe2, 0x82),
        put(good.length, 0xef, 0xbb, 0xbf),
        good.toString().replace(FORBIDDEN, `\\ud800${FORBIDDEN}`),
        good.toString().replace(FORBIDDEN, `\\udc00\\ud800${FORBIDDEN}`),
      ],
      20,
    );
    if (cell.agent() instanceof HttpAgent)
      await refuseAll(cell, [
        Buffer.from(good.toString(), 'utf16le'),
        Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(good.toString(), 'utf16le')]),
      ]);
  });
};

const numbers: Suite = (cell) => {
  cell.verifies(
    'A08',
    'numbers that programs read differently are refused, and the answer says to send a text',
    async () => {
      const good = JSON.stringify(membersOf(cell.agent()));
      const games = [
        '9007199254740993',
        '-9007199254740993',
        '1e400',
        '-1e400',
        '1e-400',
        '0.1000000000000000055511151231257827',
        '123456789012345678901234567890',
        `1${'0'.repeat(400)}`,
        `0.${'1'.repeat(5000)}`,
      ];
      for (const number of sampled(cell, games, 9)) {
        const heard = await cell.agent().probe(good.replace('"a":1', `"a":${number}`));
        expectRefused(heard, number.slice(0, 40));
        expect(JSON.stringify(heard.messages)).toMatch(/string|text/);
      }
      const illegal = ['01', '+1', '.5', '1.', '0x10', 'NaN', 'Infinity', '1_000', '1e', '--1'];
      await refuseAll(
        cell,
        illegal.map((number) => good.replace('"a":1', `"a":${number}`)),
        10,
      );
    },
  );
};

const large: Suite = (cell) => {
  cell.verifies('A09', 'what is too deep, too wide or too long is refused at the limit', async () => {
    const message = JSON.stringify(membersOf(cell.agent()));
    const put = (text: string): string => message.replace('"a":1', `"a":${text}`);
    const deep = (depth: number): string => put(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    const texts = [
      deep(64),
      deep(100_000),
      put(`{${'"a":{'.repeat(70)}${'}'.repeat(70)}}`),
      put(`[${'1,'.repeat(100_001)}1]`),
      put(`{${Array.from({ length: 10_001 }, (_, at) => `"k${at}":1`).join(',')}}`),
      put(`"${'x'.repeat(1_048_577)}"`),
    ];
    for (const text of sampled(cell, texts, 2))
      expectRefused(await cell.agent().probe(text), text.slice(0, 200).slice(-40));
    if (!cell.full) return;
    expectRefused(await cell.agent().probe(put(`"${'x'.repeat(4 * 1_048_576)}"`)), 'too long');
    expect((await cell.agent().call('read_note', { id: 'after' })).result).toMatchObject({ content: [{}] });
  });
};

const POLLUTING = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  '__defineGetter__',
];

const prototypes: Suite = (cell) => {
  cell.verifies(
    'A11',
    'names that every object has are unknown tools, prompts, resources and methods',
    async () => {
      const agent = cell.agent();
      for (const name of POLLUTING) {
        expect((await agent.call(name)).error, name).toMatchObject({ code: -32602 });
        expect((await agent.request('prompts/get', { name })).error, name).toBeDefined();
        expect((await agent.request('resources/read', { uri: name })).error, name).toBeDefined();
        expect((await agent.request(name, {})).error, name).toMatchObject({ code: -32601 });
        expect((await agent.request('tasks/get', { taskId: name })).error, name).toBeDefined();
      }
    },
  );

  cell.verifies(
    'A11',
    'arguments with such names arrive as they were sent, and change nothing here',
    async () => {
      const args = JSON.parse(
        '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":"p"}',
      ) as JsonObject;
      const text = JSON.stringify({
        jsonrpc: '2.0',
        id: 990,
        method: 'tools/call',
        params: cell.agent().params({ name: 'read_note' }),
      }).replace('"name":"read_note"', `"arguments":${JSON.stringify(args)},"name":"read_note"`);
      const { result } = await cell.agent().ask(990, text, { method: 'tools/call', name: 'read_note' });
      expect(result).toMatchObject({ content: [{}] });
      expect(JSON.stringify(cell.arena().upstream.calls().at(-1)?.arguments)).toContain(
        '"__proto__":{"polluted":true}',
      );
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  );
};

const fullwidth = (character: string): string =>
  String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0);

/** Spellings of a name that some program takes for the name. */
const spellings = (name: string): readonly string[] => {
  const characters = [...name];
  const at = (place: number, put: string): string => name.slice(0, place) + put + name.slice(place);
  return [
    name.toUpperCase(),
    ...characters.map(
      (character, place) => name.slice(0, place) + character.toUpperCase() + name.slice(place + 1),
    ),
    ...characters.map(
      (character, place) => name.slice(0, place) + fullwidth(character) + name.slice(place + 1),
    ),
    ...[
      '\u0000',
      '\u200b',
      '\u00ad',
      '\u0301',
      ' ',
      '\t',
      '\n',
      '.',
      '\u202e',
      '%00',
      '\ufeff',
      '\u{e0061}',
    ].flatMap((put) => [at(0, put), at(3, put), at(name.length, put)]),
    encodeURIComponent(name).replace('_', '%5F'),
    `x/../${name}`,
    `./${name}`,
    `${name}/`,
    `${name}#`,
    `notes__${name}`,
    `notes/${name}`,
    `notes.${name}`,
    name.replace('e', '\u0435'),
    name.replace('i', '\u0131'),
    name.normalize('NFD') + '\u0307',
    `${name}\\u0000`,
    '',
  ].filter((spelling) => spelling !== name);
};

const names: Suite = (cell) => {
  cell.verifies('A12', 'a name in any other spelling is unknown, and no server hears of it', async () => {
    const agent = cell.agent();
    const tools = (await agent.request('tools/list')).result?.['tools'] as readonly {
      readonly name: string;
    }[];
    const listed = new Set(tools.map(({ name }) => name));
    const before = cell.arena().upstream.received().length;
    for (const name of cell.full ? listed : ['read_note'])
      for (const spelling of sampled(cell, spellings(name), 10)) {
        if (listed.has(spelling)) continue;
        const text = agent.text(991, 'tools/call', { name: spelling, arguments: { id: FORBIDDEN } });
        const base64 = `=?base64?${Buffer.from(spelling).toString('base64')}?=`;
        expectRefused(
          await agent.probe(text, { method: 'tools/call', name: base64 }),
          JSON.stringify(spelling),
        );
      }
    const heard = cell
      .arena()
      .upstream.received()
      .slice(before)
      .map(({ method }) => method);
    expect(heard.filter((method) => method !== 'tools/list')).toEqual([]);
  });
};

const framing: Suite = (cell) => {
  cell.verifies(
    'A14',
    'nothing but a line feed ends a line, and a line that is cut costs itself',
    async () => {
      const agent = cell.agent();
      if (!(agent instanceof StdioAgent)) {
        // over HTTP a body is one message: whatever stands behind it spoils it
        const text = JSON.stringify(membersOf(agent));
        for (const end of ['\n{}', '\r{}', '\u2028{}', '\u0000', '\u001e', ',', ' x'])
          expectRefused(await agent.probe(text + end), JSON.stringify(end));
        return;
      }
      const call = JSON.stringify(membersOf(agent));
      for (const end of ['\r', '\u2028', '\u2029', '\u0085', '\u000b', '\u000c', '\u0000', '\u001e'])
        expectRefused(
          await agent.probe(`{"jsonrpc":"2.0","id":6,"method":"ping"${end}${call}`),
          JSON.stringify(end),
        );
      for (const end of ['\u2028', '\u0085', '\r'])
        expectRefused(await agent.probe(`${call}${end}${call}`), JSON.stringify(end));
    },
  );

  cell.verifies('A14', 'what reaches a server is ASCII, whatever was sent', async () => {
    const nasty = 'a\u2028b\u0085c\u2029d\u000be\u0000f\r\ng\u{1f600}ü';
    const { result } = await cell.agent().call('read_note', { id: nasty });
    expect(result).toMatchObject({ content: [{}] });
    const bytesArrived = cell.arena().upstream.bytes();
    expect(/^[\n\x20-\x7e]*$/.test(bytesArrived)).toBe(true);
    expect(cell.arena().upstream.calls().at(-1)?.arguments).toEqual({ id: nasty });
  });
};

const downgrade: Suite = (cell) => {
  cell.verifies(
    'A17',
    'another version gives nothing more: the same calls are held, blocked and unknown',
    async () => {
      const agent = cell.agent();
      const held = await agent.call('delete_note', { id: FORBIDDEN });
      expect(held.result).toMatchObject({
        isError: true,
        _meta: { 'dev.callgate/decision': { outcome: 'held' } },
      });
      const undescribed = await agent.call('undescribed', { x: FORBIDDEN });
      expect(undescribed.result).toMatchObject({
        isError: true,
        _meta: { 'dev.callgate/decision': { outcome: 'held' } },
      });
      expect((await agent.call('nothing', { x: FORBIDDEN })).error).toMatchObject({ code: -32602 });
    },
  );

  cell.verifies('A17', 'a version in the middle of a connection does not change what it is', async () => {
    const agent = cell.agent();
    const hello = JSON.stringify({
      jsonrpc: '2.0',
      id: 992,
      method: 'initialize',
      params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    });
    if (agent.speech.era === 'legacy') expectRefused(await agent.probe(hello), 'a second hello');
    const versions = ['2024-10-07', '2025-03-26 ', '2026-07-28x', '', '1.0', '9999-12-31'];
    for (const version of versions) {
      const params = {
        name: 'read_note',
        arguments: { id: FORBIDDEN },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      };
      expectRefused(
        await agent.probe(JSON.stringify({ jsonrpc: '2.0', id: 993, method: 'tools/call', params })),
        JSON.stringify(version),
      );
    }
  });
};

export const SHAPES: readonly Suite[] = [
  duplicates,
  folded,
  nameless,
  batches,
  ambiguous,
  bytes,
  numbers,
  large,
  prototypes,
  names,
  framing,
  downgrade,
];

/** Those in which something is forwarded. */
export const REACHING: readonly Suite[] = [folded, prototypes, framing, downgrade];
