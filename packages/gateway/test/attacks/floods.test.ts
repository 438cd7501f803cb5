import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { RECENT_PROTOCOLS, protocolText } from './agents.ts';
import { STRANGER } from './arena.ts';
import { FORBIDDEN } from './cell.ts';
import { outcomeOf } from './pending-calls.ts';
import { createArenaOpener } from './arena-opener.ts';
import { verifies } from './verifies.ts';

const opened = createArenaOpener();

const OVER_HTTP = RECENT_PROTOCOLS.filter(({ transport }) => transport === 'http');
const HEAD = (port: number): string => `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;

const idle = async (port: number, text: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.resume();
  socket.write(text);
  return socket;
};

describe.each(OVER_HTTP.map((speech) => [protocolText(speech), speech] as const))(
  'floods over %s',
  (_, speech) => {
    it(`${verifies('A26', 'sockets that say nothing, or half a head, or half a body, are cut off, and others are served meanwhile')}`, async () => {
      const place = await opened(0, { limits: { headersMs: 1000, requestMs: 1500 } });
      const agent = await place.agent(speech);
      const sockets = await Promise.all(
        Array.from({ length: 300 }, (__, at) =>
          idle(
            place.port,
            at % 3 === 0
              ? ''
              : at % 3 === 1
                ? HEAD(place.port)
                : `${HEAD(place.port)}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
          ),
        ),
      );
      for (let at = 0; at < 20; at += 1)
        expect((await agent.call('read_note', { id: `n-${at}` })).result).toMatchObject({ content: [{}] });
      await expect
        .poll(() => sockets.filter(({ closed, readyState }) => !closed && readyState === 'open').length, {
          timeout: 15_000,
        })
        .toBeLessThanOrEqual(100);
      for (const socket of sockets) socket.destroy();
    });

    it(`${verifies('A26', 'a reader that does not read loses its connection, and the call is recorded all the same')}`, async () => {
      const place = await opened(0, { limits: { unreadMs: 300, pulseMs: 100, unreadBytes: 64 * 1024 } });
      const agent = await place.agent(speech);
      const text = agent.text(3, 'tools/call', { name: 'big', arguments: { bytes: 8_000_000 } });
      const headers = Object.entries({
        ...('headers' in agent
          ? (agent as { headers(m: object): Record<string, string> }).headers({
              method: 'tools/call',
              name: 'big',
            })
          : {}),
      });
      const socket = await idle(
        place.port,
        `${HEAD(place.port)}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${text.length}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`,
      );
      socket.pause();
      const { read } = place.at.gateway.gate.desk;
      await expect
        .poll(async () => (await read.search({ target: 'big' }, { limit: 1 })).items[0]?.state, {
          timeout: 15_000,
        })
        .toBe('done');
      expect((await agent.call('read_note', { id: 'x' })).result).toMatchObject({ content: [{}] });
      await delay(1000);
      let got = 0;
      socket.on('data', (chunk: Buffer) => {
        got += chunk.length;
      });
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.resume();
      await closed;
      expect(got).toBeLessThan(8_000_000);
    });

    it(`${verifies('A27', 'one who opens sessions without end does not end those of others')}`, async () => {
      if (speech.era === 'modern') return;
      const place = await opened(0, { limits: { sessions: 30 } });
      const agent = await place.agent(speech);
      for (let at = 0; at < 60; at += 1) await place.agent(speech, {}, STRANGER);
      const answer = await agent.call('read_note', { id: 'mine' });
      expect(answer.result).toMatchObject({ content: [{}] });
    });
  },
);

describe.each(RECENT_PROTOCOLS.map((speech) => [protocolText(speech), speech] as const))(
  'tasks over %s',
  (_, speech) => {
    it(`${verifies('A27', 'one who begins tasks without end does not keep others from beginning any')}`, async () => {
      const place = await opened(0, {
        config: (config) => ({ ...config, approvals: { ...config.approvals, pendingPerPrincipal: 5000 } }),
      });
      const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
      const task = speech.era === 'legacy' ? { task: {} } : {};
      const flooder = await place.agent(speech, { capabilities }, STRANGER);
      for (let at = 0; at < 1010; at += 101)
        await Promise.all(
          Array.from({ length: 101 }, (__, more) =>
            flooder.request('tools/call', {
              name: 'delete_note',
              arguments: { id: `${FORBIDDEN}-${at + more}` },
              ...task,
            }),
          ),
        );
      const agent = await place.agent(speech, { capabilities }, LOCAL_PRINCIPAL);
      const { result } = await agent.request('tools/call', {
        name: 'delete_note',
        arguments: { id: FORBIDDEN },
        ...task,
      });
      expect(JSON.stringify(result ?? null)).toContain('taskId');
      expect(place.upstream.calls()).toEqual([]);
    });
  },
);

it('a flood of nonsense leaves a bounded number of rows, and whoever sent it is still served', async () => {
  const place = await opened();
  const agent = await place.agent(
    RECENT_PROTOCOLS[0] ?? { transport: 'stdio', version: '2025-11-25', era: 'legacy' },
  );
  for (let at = 0; at < 3000; at += 1)
    await agent.probe(`{"jsonrpc":"2.0","id":${at},"method":"nonsense-${at}","params":{}}`);
  await delay(100);
  const head = await place.at.gateway.gate.desk.read.head();
  expect(head.seq).toBeLessThan(500);
  expect(outcomeOf(await agent.call('read_note', { id: 'x' }))).toBeUndefined();
});
