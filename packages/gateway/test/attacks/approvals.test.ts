import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '@callgate/core';
import type { People } from '@callgate/gate';
import { presetPolicy } from '@callgate/policy';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Agent, AgentOptions, RpcAnswer } from './agents.ts';
import { RECENT_PROTOCOLS, protocolText } from './agents.ts';
import type { Arena, ArenaOptions } from './arena.ts';
import { STRANGER } from './arena.ts';
import { FORBIDDEN } from './cell.ts';
import { codeIn } from '../person-answer.ts';
import { pendingCallIn, outcomeOf, vote, listPendingCalls } from './pending-calls.ts';
import { createArenaOpener } from './arena-opener.ts';
import { verifies } from './verifies.ts';

const FORMS: JsonObject = { elicitation: {} };
const yes = (): JsonObject => ({ action: 'accept', content: { decision: 'approve' } });
const FORMED: AgentOptions = { capabilities: FORMS, answer: yes };

const opened = createArenaOpener();

const two: People = {
  all: [
    { subject: 'ann', groups: [], active: true },
    { subject: 'local', groups: [], active: true },
  ],
  selfApproval: false,
};

/** A person reads in no time, and the client is one that the operator listed. */
const LISTED: ArenaOptions = {
  config: (config) => ({
    ...config,
    approvals: { ...config.approvals, readingMs: 0 },
    clients: [{ name: 'agent', vouched: false, answersInBand: true }],
  }),
};

/** Comes back with what it was given, and an answer. */
const retry = (
  agent: Agent,
  args: JsonObject,
  state: unknown,
  more: JsonObject = {},
  name = 'delete_note',
  code = '',
): Promise<RpcAnswer> =>
  agent.request('tools/call', {
    name,
    arguments: args,
    inputResponses: {
      'dev.callgate/approval': { action: 'accept', content: { decision: 'approve', code } },
    },
    requestState: state as string,
    ...more,
  });

describe.each(RECENT_PROTOCOLS.map((speech) => [protocolText(speech), speech] as const))(
  'approvals of an agent over %s',
  (_, speech) => {
    it(`${verifies('A30', 'every other argument, tool, prompt or caller than the approved one waits for a word of its own')}`, async () => {
      const place = await opened();
      const agent = await place.agent(speech);
      const call = pendingCallIn(await agent.call('delete_note', { id: 'n-1', more: { a: [1, 'x', null] } }));
      expect(await vote(place, call)).toBeUndefined();
      const changed: readonly JsonObject[] = [
        { id: 'n-2', more: { a: [1, 'x', null] } },
        { id: 'n-1', more: { a: [2, 'x', null] } },
        { id: 'n-1', more: { a: [1, 'y', null] } },
        { id: 'n-1', more: { a: [1, 'x', false] } },
        { id: 'n-1', more: { a: [1, 'x'] } },
        { id: 'n-1', more: { b: [1, 'x', null] } },
        { id: 'n-1' },
        { id: 'n-1', more: { a: [1, 'x', null] }, extra: true },
        { id: 'n-1 ', more: { a: [1, 'x', null] } },
      ];
      for (const args of changed) {
        const answer = await agent.call('delete_note', args);
        expect(outcomeOf(answer), JSON.stringify(args)).toBe('held');
      }
      const stranger = await place.agent(speech, {}, STRANGER);
      expect(outcomeOf(await stranger.call('delete_note', { id: 'n-1', more: { a: [1, 'x', null] } }))).toBe(
        'held',
      );
      expect(place.upstream.calls()).toEqual([]);
      const done = await agent.call('delete_note', { id: 'n-1', more: { a: [1, 'x', null] } });
      expect(outcomeOf(done)).toBeUndefined();
      expect(place.upstream.calls()).toHaveLength(1);
    });

    it(`${verifies('A31', 'one approval, many who come for it at once: one call leaves')}`, async () => {
      const place = await opened();
      const agent = await place.agent(speech);
      const call = pendingCallIn(await agent.call('delete_note', { id: 'once' }));
      await vote(place, call);
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => agent.call('delete_note', { id: 'once' })),
      );
      expect(place.upstream.calls()).toHaveLength(1);
      // whoever repeats it while it runs gets its one result
      const first = answers.find((answer) => outcomeOf(answer) === undefined);
      expect(first?.result).toBeDefined();
      for (const answer of answers)
        expect([first?.result, 'done', 'held'].map((each) => JSON.stringify(each))).toContain(
          JSON.stringify(outcomeOf(answer) ?? answer.result),
        );
      expect(outcomeOf(await agent.call('delete_note', { id: 'once' }))).not.toBeUndefined();
      expect(place.upstream.calls()).toHaveLength(1);
    });

    it(`${verifies('A32', 'an agent’s own answer counts for nothing where there are several people')}`, async () => {
      const place = await opened(0, { config: (config) => ({ ...config, people: two }) });
      const agent = await place.agent(speech, FORMED);
      const answer = await agent.call('delete_note', { id: FORBIDDEN });
      expect(outcomeOf(answer)).toBe('held');
      expect(agent.asked).toEqual([]);
      const forged = await retry(agent, { id: FORBIDDEN }, 'x');
      expect(forged.result === undefined || outcomeOf(forged) === 'held').toBe(true);
      expect(place.upstream.calls()).toEqual([]);
    });

    it(`${verifies('A32', 'answers in advance, to anything, and by somebody who is nobody, count for nothing')}`, async () => {
      const place = await opened();
      const agent = await place.agent(speech, {
        capabilities: FORMS,
        answer: () => ({ action: 'cancel' }),
      });
      for (let id = 0; id < 50; id += 1)
        await agent.probe(JSON.stringify({ jsonrpc: '2.0', id, result: yes() }), {});
      const answer = await agent.call('delete_note', { id: FORBIDDEN });
      expect(['held', undefined]).toContain(outcomeOf(answer));
      const stranger = await place.agent(speech, FORMED, STRANGER);
      const strange = await stranger.call('delete_note', { id: FORBIDDEN });
      expect(outcomeOf(strange)).toBe('held');
      expect(stranger.asked).toEqual([]);
      const odd: readonly JsonObject[] = [
        { action: 'ACCEPT', content: { decision: 'approve' } },
        { action: 'accept', content: { decision: 'Approve' } },
        { action: 'accept', content: { decision: ['approve'] } },
        { action: 'accept', content: { Decision: 'approve' } },
        { action: 'accept', content: 'approve' },
        { action: 'accept' },
        {},
      ];
      for (const word of odd) {
        const odder = await place.agent(speech, { capabilities: FORMS, answer: () => word });
        const first = await odder.call('delete_note', { id: `${FORBIDDEN}-${odd.indexOf(word)}` });
        const state = first.result?.['requestState'];
        if (state !== undefined)
          await odder.request('tools/call', {
            name: 'delete_note',
            arguments: { id: `${FORBIDDEN}-${odd.indexOf(word)}` },
            requestState: state,
            inputResponses: { 'dev.callgate/approval': word },
          });
      }
      expect(place.upstream.calls()).toEqual([]);
    });

    it(`${verifies('A32', 'no token of approvers opens the agents’ door, and no method of people is served there')}`, async () => {
      const place = await opened();
      const agent = await place.agent(speech);
      const call = pendingCallIn(await agent.call('delete_note', { id: FORBIDDEN }));
      for (const method of [
        'vote',
        'approve',
        'callgate/approve',
        'desk/vote',
        'control/vote',
        'callgate/settle',
      ])
        expect(
          (await agent.request(method, { call, verdict: 'approve', subject: 'local' })).error,
        ).toMatchObject({ code: -32601 });
      const [only, ...others] = await listPendingCalls(place);
      expect([only, others]).toEqual([call, []]);
      expect(place.upstream.calls()).toEqual([]);
    });

    it(`${verifies('A35', 'a policy or people that changed after the word: the stricter of then and now counts')}`, async () => {
      const place = await opened();
      const agent = await place.agent(speech);
      const call = pendingCallIn(await agent.call('delete_note', { id: 'late' }));
      await vote(place, call);
      const { gate } = place.at.gateway;
      await gate.usePolicy(presetPolicy('strict'));
      const second = await agent.call('delete_note', { id: 'late' });
      expect(outcomeOf(second)).not.toBeUndefined();
      expect(place.upstream.calls()).toEqual([]);
      await gate.usePolicy(presetPolicy('balanced'));
      const third = pendingCallIn(await agent.call('delete_note', { id: 'later' }));
      await vote(place, third);
      gate.usePeople({ all: [{ subject: 'ann', groups: [], active: true }], selfApproval: false });
      expect(outcomeOf(await agent.call('delete_note', { id: 'later' }))).not.toBeUndefined();
      expect(place.upstream.calls()).toEqual([]);
    });

    it(`${verifies('A25', 'a call that is cancelled while it is approved leaves once or not at all')}`, async () => {
      const place = await opened(0, {
        config: (config) => ({ ...config, approvals: { ...config.approvals, waitMs: 20_000 } }),
      });
      for (let round = 0; round < 6; round += 1) {
        const agent = await place.agent(speech);
        const id = agent.nextId;
        const answer = agent.call('delete_note', { id: `r-${round}` });
        await expect.poll(async () => (await listPendingCalls(place)).length).toBe(1);
        const [call = ''] = await listPendingCalls(place);
        const voted = vote(place, call).catch(() => undefined);
        if (round % 3 > 0) await delay(round % 3);
        await agent.cancel(id);
        await voted;
        await Promise.race([answer, delay(250)]);
        await expect.poll(async () => (await listPendingCalls(place)).length).toBe(0);
      }
      const left = place.upstream.calls().map(({ arguments: args }) => JSON.stringify(args));
      expect(new Set(left).size).toBe(left.length);
    });

    it(`${verifies('A27', 'beyond the bound on what waits for one principal, calls are blocked, and others are not')}`, async () => {
      const place = await opened(0, {
        config: (config) => ({
          ...config,
          approvals: { ...config.approvals, waitMs: 0, pendingPerPrincipal: 20 },
        }),
      });
      const agent = await place.agent(speech);
      const outcomes: (string | undefined)[] = [];
      for (let at = 0; at < 60; at += 1)
        outcomes.push(outcomeOf(await agent.call('delete_note', { id: `${FORBIDDEN}-${at}` })));
      expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(20);
      expect(outcomes.filter((outcome) => outcome === 'blocked')).toHaveLength(40);
      expect(await listPendingCalls(place)).toHaveLength(20);
      const stranger = await place.agent(speech, {}, STRANGER);
      expect(outcomeOf(await stranger.call('delete_note', { id: FORBIDDEN }))).toBe('held');
      expect((await agent.call('read_note', { id: 'still' })).result).toMatchObject({ content: [{}] });
      expect(JSON.stringify(place.upstream.calls())).not.toContain(FORBIDDEN);
    });
  },
);

describe('the state that a modern agent carries for us', () => {
  describe.each(
    RECENT_PROTOCOLS.filter(({ era }) => era === 'modern').map(
      (speech) => [protocolText(speech), speech] as const,
    ),
  )('over %s', (_, speech) => {
    let place: Arena;
    let agent: Agent;
    let state = '';
    let code = '';
    const args = { id: 'n-7' };
    beforeEach(async () => {
      place = await opened(0, LISTED);
      agent = await place.agent(speech, FORMED);
      const { result } = await agent.call('delete_note', args);
      state = String(result?.['requestState']);
      code = codeIn(JSON.stringify(result?.['inputRequests']));
    });

    it(`${verifies('A30', 'no changed, cut, joined or foreign state is taken')}`, async () => {
      const other = await agent.call('delete_note', { id: 'n-8' });
      const otherState = String(other.result?.['requestState']);
      const games = [
        ...Array.from({ length: Math.min(state.length, 120) }, (__, at) => {
          const spot = Math.floor((at * state.length) / 120);
          const character = state[spot] === 'A' ? 'B' : 'A';
          return state.slice(0, spot) + character + state.slice(spot + 1);
        }).filter((changed) => changed !== state),
        state.slice(1),
        state.slice(0, -4),
        `${state}${state}`,
        `${state}=`,
        ` ${state}`,
        state.toLowerCase(),
        '',
        'null',
        otherState.slice(0, 40) + state.slice(40),
      ];
      for (const game of games) {
        const answer = await retry(agent, args, game);
        expect(answer.error?.code ?? outcomeOf(answer), game.slice(0, 30)).toBe(-32602);
      }
      for (const odd of [null, 1, {}, [state], true])
        expect((await retry(agent, args, odd)).error).toBeDefined();
      expect(place.upstream.calls()).toEqual([]);
    });

    it(`${verifies('A30', 'it is good for its own call only')}`, async () => {
      const games: Promise<RpcAnswer>[] = [
        retry(agent, { id: FORBIDDEN }, state),
        retry(agent, { ...args, more: FORBIDDEN }, state),
        retry(agent, args, state, {}, 'send_mail'),
        retry(agent, {}, state, {}, 'undescribed'),
        agent.request('prompts/get', {
          name: 'greet',
          arguments: args,
          requestState: state,
          inputResponses: { 'dev.callgate/approval': yes() },
        }),
      ];
      for (const answer of await Promise.all(games))
        expect(answer.error !== undefined || answer.result?.['isError'] === true).toBe(true);
      expect(place.upstream.calls()).toEqual([]);
    });

    it(`${verifies('A31', 'it is used once, also by many at once')}`, async () => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => retry(agent, args, state, {}, 'delete_note', code)),
      );
      const results = answers.filter(
        ({ result }) => result?.['isError'] !== true && result?.['resultType'] === 'complete',
      );
      // whoever repeats it while it runs gets its one result
      expect(new Set(results.map(({ result }) => JSON.stringify(result))).size).toBe(1);
      expect(place.upstream.calls()).toHaveLength(1);
      expect((await retry(agent, args, state)).result).toMatchObject({ isError: true });
      expect(place.upstream.calls()).toHaveLength(1);
    });

    it(`${verifies('A32', 'nobody else can use it, and it says nothing to who reads it')}`, async () => {
      const stranger = await place.agent(speech, FORMED, STRANGER);
      expect((await retry(stranger, args, state)).error).toMatchObject({ code: -32602 });
      if (speech.transport === 'stdio') {
        const neighbour = await place.agent(speech, FORMED);
        expect((await retry(neighbour, args, state)).error).toMatchObject({ code: -32602 });
      }
      const bytes =
        Buffer.from(state, 'base64url').toString('latin1') + Buffer.from(state, 'base64').toString('latin1');
      for (const part of ['n-7', 'ticket', 'approval', 'binding']) expect(state + bytes).not.toContain(part);
      expect(place.upstream.calls()).toEqual([]);
    });

    it(`${verifies('A31', 'after a no it is worth nothing')}`, async () => {
      const no = { 'dev.callgate/approval': { action: 'accept', content: { decision: 'refuse' } } };
      expect(outcomeOf(await retry(agent, args, state, { inputResponses: no }))).toBe('refused');
      expect(outcomeOf(await retry(agent, args, state))).toBe('refused');
      expect(place.upstream.calls()).toEqual([]);
    });
  });
});
