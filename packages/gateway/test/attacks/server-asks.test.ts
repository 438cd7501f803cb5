import type { Json, JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { codeIn } from '../person-answer.ts';
import { RECENT_PROTOCOLS, protocolText } from './agents.ts';
import type { ArenaOptions } from './arena.ts';
import { pendingCallIn, outcomeOf, vote } from './pending-calls.ts';
import { createArenaOpener } from './arena-opener.ts';
import { verifies } from './verifies.ts';

const opened = createArenaOpener();

const ALLOWED: ArenaOptions = {
  server: { asks: { sampling: true, elicitation: true, roots: true } },
  config: (config) => ({
    ...config,
    approvals: { ...config.approvals, readingMs: 0 },
    clients: [{ name: 'agent', vouched: false, answersInBand: true }],
  }),
};
const QUESTION: JsonObject = {
  message: 'Your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
};
const asking = (name: string, state?: string): JsonObject => ({
  result: {
    resultType: 'input_required',
    inputRequests: { [name]: { method: 'elicitation/create', params: QUESTION } },
    ...(state === undefined ? {} : { requestState: state }),
  },
});
const ANSWER: Json = { action: 'accept', content: { name: 'Ann' } };

describe.each(RECENT_PROTOCOLS.map((speech) => [protocolText(speech), speech] as const))(
  'what a server asks where it may, with an agent over %s',
  (_, speech) => {
    it(`${verifies('A47', 'a person sees which server asks, whichever way the question takes')}`, async () => {
      const place = await opened(1, ALLOWED);
      const agent = await place.agent(speech, { capabilities: { elicitation: {} }, answer: () => ANSWER });
      place.upstream.says(asking('a', 's-1'));
      const answer = agent.call('read_note', { id: 'x' });
      if (speech.era === 'legacy') {
        await expect.poll(() => agent.asked.length).toBeGreaterThanOrEqual(1);
        place.upstream.says({});
        await answer;
        expect(JSON.stringify(agent.asked)).toContain('asked by the server notes');
      } else {
        place.upstream.says(asking('a', 's-1'));
        expect(JSON.stringify((await answer).result)).toContain('asked by the server notes');
        place.upstream.says({});
      }
    });

    it(`${verifies('A47', 'every question of a server is in the record, whichever way it takes')}`, async () => {
      const place = await opened(1, ALLOWED);
      const agent = await place.agent(speech, { capabilities: { elicitation: {} }, answer: () => ANSWER });
      place.upstream.says(asking('a', 's-1'));
      const answer = agent.call('read_note', { id: 'x' });
      if (speech.era === 'legacy') await expect.poll(() => agent.asked.length).toBeGreaterThanOrEqual(1);
      else await answer;
      place.upstream.says({});
      await answer;
      const { items } = await place.at.gateway.gate.desk.read.search({ server: 'notes' }, { limit: 100 });
      expect(items.map(({ kind }) => kind)).toContain('elicitation');
    });

    it(`${verifies('A47', 'a server cannot ask in our name')}`, async () => {
      const place = await opened(1, ALLOWED);
      const agent = await place.agent(speech, {
        capabilities: { elicitation: {} },
        answer: () => ({ action: 'accept', content: { decision: 'approve' } }),
      });
      place.upstream.says(asking('dev.callgate/approval', 's-1'));
      const first = await Promise.race([
        agent.call('read_note', { id: 'x' }),
        new Promise<{ result?: JsonObject }>((resolve) => setTimeout(resolve, 1500, {})),
      ]);
      place.upstream.says({});
      const named = Object.keys((first.result?.['inputRequests'] ?? {}) as JsonObject);
      expect(named).not.toContain('dev.callgate/approval');
    });

    it(`${verifies('A30', 'an answer to a server is judged with the call it completes, and so is the server’s state')}`, async () => {
      if (speech.era === 'legacy') return;
      const place = await opened(1, ALLOWED);
      const agent = await place.agent(speech, { capabilities: { elicitation: {} } });
      const args = { id: 'x' };
      place.upstream.says(asking('a', 'state-1'));
      const one = await agent.call('read_note', args);
      place.upstream.says(asking('a', 'state-2'));
      const two = await agent.call('read_note', args);
      place.upstream.says({});
      const [first, second] = [one, two].map(({ result }) => String(result?.['requestState']));
      expect(first).not.toContain('state-1');
      // a state for one tool is none for another
      const elsewhere = await agent.request('tools/call', {
        name: 'write_note',
        arguments: args,
        requestState: first,
        inputResponses: { a: ANSWER },
      } as JsonObject);
      expect(elsewhere.error).toMatchObject({ code: -32602 });
      const done = await agent.request('tools/call', {
        name: 'read_note',
        arguments: args,
        requestState: second,
        inputResponses: { a: ANSWER },
      } as JsonObject);
      expect(done.error).toBeUndefined();
      const last = place.upstream.received().findLast(({ method }) => method === 'tools/call');
      expect(last?.['params']).toMatchObject({ requestState: 'state-2', inputResponses: { a: ANSWER } });
    });

    it(`${verifies('A30', 'an approval is for one state of the server: another one waits for a word of its own')}`, async () => {
      if (speech.era === 'legacy') return;
      const place = await opened(1, ALLOWED);
      const agent = await place.agent(speech, { capabilities: { elicitation: {} } });
      const plain = await place.agent(speech);
      const args = { id: 'x' };
      // both states are the server's own, for the same tool and arguments
      const states: string[] = [];
      for (const state of ['harmless', 'terrible']) {
        place.upstream.says(asking('a', state));
        const waits = await agent.call('delete_note', args);
        const carried = String(waits.result?.['requestState']);
        const code = codeIn(JSON.stringify(waits.result?.['inputRequests']));
        const asked = await agent.request('tools/call', {
          name: 'delete_note',
          arguments: args,
          requestState: carried,
          inputResponses: {
            'dev.callgate/approval': { action: 'accept', content: { decision: 'approve', code } },
          },
        });
        expect(asked.result).toMatchObject({ resultType: 'input_required' });
        states.push(String(asked.result?.['requestState']));
      }
      place.upstream.says({});
      const complete = (state: string | undefined): JsonObject => ({
        name: 'delete_note',
        arguments: args,
        requestState: state ?? '',
        inputResponses: { a: ANSWER },
      });
      const held = await agent.request('tools/call', complete(states[0]));
      expect(held.result).toMatchObject({ resultType: 'input_required' });
      const { items } = await place.at.gateway.gate.desk.read.search({ states: ['held'] }, { limit: 10 });
      await vote(place, items[0]?.id ?? '');
      await agent.request('tools/call', complete(states[1]));
      expect(place.upstream.bytes()).not.toContain('"requestState":"terrible"');
      expect(plain.speech).toBe(speech);
    });

    it(`${verifies('A30', 'what goes along with a call is what went along when it was approved')}`, async () => {
      const place = await opened(0);
      const agent = await place.agent(speech);
      const args = { id: 'x' };
      await vote(place, pendingCallIn(await agent.call('delete_note', args, { traceparent: 'one' })));
      const done = await agent.call('delete_note', args, {
        'io.modelcontextprotocol/flowOrigin': { user: 'SMUGGLED' },
        baggage: 'SMUGGLED',
      });
      expect(outcomeOf(done)).toBeUndefined();
      expect(place.upstream.bytes()).not.toContain('SMUGGLED');
    });
  },
);
