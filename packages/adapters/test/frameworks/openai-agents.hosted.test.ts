import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import type { ConversationRef } from '../../src/openai-agents/index.ts';
import { frameworksHome } from '../suite/frameworks-home.ts';
import { loadDriver } from '../suite/load-driver.ts';
import { LONG_MS, SHORT_MS, openScene, statesOf } from '../suite/scene.ts';
import { vote } from '../suite/waiting.ts';

type RunHosted = (
  gate: Gate,
  who: ConversationRef,
  call: {
    readonly tool: string;
    readonly input: object;
    readonly waitMs: number;
    readonly unasked?: boolean;
  },
) => Promise<{ readonly approve?: boolean; readonly reason?: string; readonly settled: number }>;

const who: ConversationRef = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
const MAIL = { tool: 'send_mail', input: { to: 'bob@example.com', text: 'hello' } };

const hosted = async (): Promise<{ readonly gate: Gate; readonly runHosted: RunHosted }> => {
  const { gate } = await openScene(await loadDriver('openai-agents'));
  const file = join(await frameworksHome(), 'openai-agents', 'hosted-scene.ts');
  const { runHosted } = (await import(pathToFileURL(file).href)) as { readonly runHosted: RunHosted };
  return { gate, runHosted };
};

/** Votes as soon as somebody is asked. */
const votes = (gate: Gate, approved: boolean): void => {
  const stop = gate.onEvent((event) => {
    if (event.type !== 'held') return;
    stop();
    void vote(gate, approved);
  });
};

describe('a tool of an MCP server that the provider calls', () => {
  it('may run where policy lets it run by itself, and is settled by what the run has brought', async () => {
    const { gate, runHosted } = await hosted();
    const call = { tool: 'read_notes', input: { about: 'food' }, waitMs: LONG_MS };
    expect(await runHosted(gate, who, call)).toMatchObject({ approve: true, settled: 1 });
    expect(await statesOf(gate)).toEqual(['read_notes done']);
  });

  it('waits for a person inside the turn', async () => {
    const { gate, runHosted } = await hosted();
    votes(gate, true);
    expect(await runHosted(gate, who, { ...MAIL, waitMs: LONG_MS })).toMatchObject({
      approve: true,
      settled: 1,
    });
    expect(await statesOf(gate)).toEqual(['send_mail done']);
  });

  it('does not run where the person refused', async () => {
    const { gate, runHosted } = await hosted();
    votes(gate, false);
    const turn = await runHosted(gate, who, { ...MAIL, waitMs: LONG_MS });
    expect(turn).toMatchObject({ approve: false, settled: 0 });
    expect(turn.reason).toContain('as I see it');
    expect(await statesOf(gate)).toEqual(['send_mail refused']);
  });

  it('does not run where nobody answers in time, and stays held', async () => {
    const { gate, runHosted } = await hosted();
    const turn = await runHosted(gate, who, { ...MAIL, waitMs: SHORT_MS });
    expect(turn).toMatchObject({ approve: false, settled: 0 });
    expect(await statesOf(gate)).toEqual(['send_mail held']);
  });

  it('does not run where policy blocks it, and the provider reads why', async () => {
    const { gate, runHosted } = await hosted();
    const call = { tool: 'wipe_notes', input: { about: 'food' }, waitMs: LONG_MS };
    const turn = await runHosted(gate, who, call);
    expect(turn.approve).toBe(false);
    expect(turn.reason).toContain('notes are not wiped by agents');
  });

  it('is recorded and raises labels where the provider did not ask', async () => {
    const { gate, runHosted } = await hosted();
    const call = { tool: 'search_web', input: { query: 'weather' }, waitMs: LONG_MS, unasked: true };
    expect(await runHosted(gate, who, call)).toMatchObject({ settled: 1 });
    expect(await statesOf(gate)).toEqual(['search_web done']);
    const { labels } = await gate.session({
      principal: who.principal.subject,
      context: who.context,
      authenticated: true,
    });
    expect(labels.untrusted.strength).toBe('known');
  });
});
