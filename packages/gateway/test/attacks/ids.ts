import { setTimeout as delay } from 'node:timers/promises';
import type { Json } from '@callgate/core';
import { expect } from 'vitest';
import type { RpcAnswer } from './agents.ts';
import { HttpAgent, StdioAgent } from './agents.ts';
import { STRANGER } from './arena.ts';
import type { Suite } from './cell.ts';
import { FORBIDDEN, expectRefused } from './cell.ts';

const textOf = ({ result, error }: RpcAnswer): string => JSON.stringify(result ?? error ?? '');

const reuse: Suite = (cell) => {
  cell.verifies(
    'A20',
    'a second call under an id that is out is refused, and the first goes on',
    async () => {
      const agent = cell.agent();
      const first = agent.ask(
        5001,
        agent.text(5001, 'tools/call', { name: 'slow_read', arguments: { ms: 200 } }),
        { method: 'tools/call', name: 'slow_read' },
      );
      await expect.poll(() => cell.arena().upstream.calls().at(-1)?.name).toBe('slow_read');
      const second = agent.text(5001, 'tools/call', {
        name: 'write_note',
        arguments: { id: FORBIDDEN, text: 'x' },
      });
      if (agent instanceof HttpAgent && cell.speech.era === 'modern') {
        // there an id belongs to its request alone; both are answered, each where it was asked
        const read = agent.text(5001, 'tools/call', { name: 'read_note', arguments: { id: 'second' } });
        expect(
          textOf((await agent.probe(read, { method: 'tools/call', name: 'read_note' })).messages[0] ?? {}),
        ).toContain('second');
      } else
        expectRefused(await agent.probe(second, { method: 'tools/call', name: 'write_note' }), 'the second');
      expect(textOf(await first)).toContain('slow_read');
    },
  );
};

const echoes: Suite = (cell) => {
  cell.verifies('A21', 'an id comes back as it was sent, or is refused', async () => {
    const agent = cell.agent();
    const ids: readonly string[] = [
      '1',
      '"1"',
      '0',
      '-1',
      '"01"',
      '"1.0"',
      '9007199254740991',
      '-9007199254740991',
      '""',
      '" 1"',
      '"\\u0031"',
      '"ü"',
      '"__proto__"',
    ];
    for (const id of ids) {
      const text = agent.text(7777, 'tools/list', {}).replace('"id":7777', `"id":${id}`);
      const wanted = JSON.parse(id) as Json;
      if (agent instanceof StdioAgent) {
        const { messages } = await agent.probe(text);
        if (messages.length === 0)
          await expect.poll(() => agent.loose().map((message) => message['id'])).toContainEqual(wanted);
        else expect(messages.map((message) => message['id'])).toContainEqual(wanted);
      } else {
        const { messages } = await agent.probe(text, { method: 'tools/list' });
        expect(
          messages.map((message) => message['id']),
          id,
        ).toEqual([wanted]);
      }
    }
    for (const id of ['1.0', '1e0', '10e-1', '1E2']) {
      const text = agent.text(7777, 'tools/list', {}).replace('"id":7777', `"id":${id}`);
      const heard = await agent.probe(text, { method: 'tools/list' });
      const answered = agent instanceof StdioAgent ? [...heard.messages, ...agent.loose()] : heard.messages;
      // another spelling of a whole number is that number
      expect(
        answered.map((message) => message['id']),
        id,
      ).toEqual([Number(id)]);
    }
    for (const id of ['-0', '9007199254740992', '9007199254740993', '1.5', '1e-1', '1e400']) {
      const text = agent
        .text(7777, 'tools/call', { name: 'read_note', arguments: { id: FORBIDDEN } })
        .replace('"id":7777', `"id":${id}`);
      expectRefused(await agent.probe(text), id);
    }
  });
};

const fake = (id: string): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"FAKE"}]}}`;

const answers: Suite = (cell) => {
  cell.verifies(
    'A22',
    'only the answer to what was asked, on its own connection, the first time, is one',
    async () => {
      const { upstream, at } = cell.arena();
      upstream.says({
        before: [
          fake('99999'),
          fake('"$ID"'),
          fake('0'),
          fake('-1'),
          fake('1'),
          fake('null').replace('result', 'result'),
        ].filter((line) => !line.includes(':null')),
      });
      const answer = await cell.agent().call('read_note', { id: 'true' });
      upstream.says({});
      expect(textOf(answer)).not.toContain('FAKE');
      expect(textOf(answer)).toContain('true');
      expect(at.log.some(({ code }) => code.startsWith('UPSTREAM_'))).toBe(true);
    },
  );

  cell.verifies('A22', 'an answer that comes before its question is none', async () => {
    const { upstream } = cell.arena();
    if (cell.behind.transport === 'stdio' || cell.behind.era === 'legacy')
      await upstream.sends(...Array.from({ length: 200 }, (_, id) => fake(String(id + 1))));
    await delay(30);
    const answer = await cell.agent().call('read_note', { id: 'true' });
    expect(textOf(answer)).not.toContain('FAKE');
    expect(textOf(answer)).toContain('true');
  });

  cell.verifies('A22', 'a second answer changes nothing', async () => {
    const { upstream } = cell.arena();
    if (cell.behind.transport === 'stdio') {
      const one = '{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"first"}]}}';
      upstream.says({ answer: `${one}\n${fake('$ID')}` });
    } else
      upstream.says({
        before: ['{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"first"}]}}'],
        answer: fake('$ID'),
      });
    const answer = await cell.agent().call('read_note', { id: 'first' });
    upstream.says({});
    expect(textOf(answer)).toContain('first');
    expect(textOf(answer)).not.toContain('FAKE');
    expect(textOf(await cell.agent().call('read_note', { id: 'next' }))).toContain('next');
  });
};

const crossings: Suite = (cell) => {
  cell.verifies('A23', 'many calls at once: each gets its own answer', async () => {
    const others = await Promise.all([
      cell.arena().agent(cell.speech),
      cell.arena().agent(cell.speech, {}, STRANGER),
    ]);
    const agents = [cell.agent(), ...others];
    const count = cell.full ? 300 : 60;
    const crossed = await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const canary = `canary-${at}-${Math.random()}`;
        return textOf(
          await (agents[at % agents.length] ?? cell.agent()).call('read_note', { id: canary }),
        ).includes(canary);
      }),
    );
    expect(crossed.every(Boolean)).toBe(true);
  });
};

const progress = (token: string, message: string): string =>
  `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":1,"message":"${message}"}}`;

const injections: Suite = (cell) => {
  cell.verifies(
    'A24',
    'progress of other calls is dropped, and that of one’s own comes under one’s own token',
    async () => {
      const { upstream } = cell.arena();
      const other = await cell.arena().agent(cell.speech);
      const slow = other.call('slow_read', { ms: 300 }, { progressToken: 'theirs' });
      await expect.poll(() => upstream.calls().at(-1)?.name).toBe('slow_read');
      const legitimate = cell.behind.transport === 'http' ? [] : [progress('$ID', 'own')];
      upstream.says({
        before: [
          progress('99999', 'FAKE'),
          progress('"theirs"', 'FAKE'),
          progress('"mine"', 'FAKE'),
          progress('0', 'FAKE'),
          progress('null', 'FAKE'),
          progress('$ID', 'own'),
          ...legitimate,
        ],
      });
      const agent = cell.agent();
      await agent.call('read_note', { id: 'p' }, { progressToken: 'mine' });
      upstream.says({});
      await slow;
      expect(JSON.stringify([agent.notified, other.notified])).not.toContain('FAKE');
      expect(JSON.stringify(other.notified)).not.toContain('own');
      const mine = agent.notified.filter(({ method }) => method === 'notifications/progress');
      expect(
        mine.some(({ params }) => params['message'] === 'own' && params['progressToken'] === 'mine'),
      ).toBe(true);
    },
  );

  cell.verifies('A24', 'nobody cancels a call of another connection or principal', async () => {
    const { upstream } = cell.arena();
    const agent = cell.agent();
    const id = agent.nextId;
    const slow = agent.call('slow_read', { ms: 250 });
    await expect.poll(() => upstream.calls().at(-1)?.name).toBe('slow_read');
    const cancel = JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: id },
    });
    for (const principal of [undefined, STRANGER]) {
      const other = await cell.arena().agent(cell.speech, {}, principal);
      await other.probe(cancel, { method: 'notifications/cancelled' });
    }
    if (agent instanceof HttpAgent && agent.session !== undefined) {
      const other = (await cell.arena().agent(cell.speech, {}, STRANGER)) as HttpAgent;
      const stolen = { ...other.headers(), 'mcp-session-id': agent.session };
      expect((await other.client.send('POST', cancel, stolen)).status).toBe(404);
    }
    expect(textOf(await slow)).toContain('slow_read');
  });
};

const races: Suite = (cell) => {
  cell.verifies(
    'A25',
    'a cancellation at any moment: the call left once or not at all, and the record is right',
    async () => {
      const runs = cell.full ? 40 : 10;
      await Promise.all(
        Array.from({ length: runs }, async (_, at) => {
          const agent = await cell.arena().agent(cell.speech);
          const id = agent.nextId;
          const answer = agent.call(
            at % 2 === 0 ? 'write_note' : 'slow_read',
            at % 2 === 0 ? { id: `race-${at}`, text: 'x' } : { ms: 5 },
          );
          if (at % 5 > 0) await delay(at % 5);
          await agent.cancel(id);
          await Promise.race([answer, delay(300)]);
        }),
      );
      const arrived = cell
        .arena()
        .upstream.calls()
        .filter(({ arguments: args }) => JSON.stringify(args).includes('race-'));
      expect(
        new Set(arrived.map(({ arguments: args }) => JSON.stringify(args))).size * 24,
      ).toBeGreaterThanOrEqual(arrived.length);
    },
  );
};

export const IDS: readonly Suite[] = [reuse, echoes, answers, crossings, injections, races];
