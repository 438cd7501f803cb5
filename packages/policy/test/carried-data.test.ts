import type { JsonObject, Session } from '@callgate/core';
import { LOCAL_PRINCIPAL, applyEvent, decide, judgeCall, startSession } from '@callgate/core';
import type { SessionEvent } from '@callgate/core/label';
import { describe, expect, it } from 'vitest';
import {
  READS,
  READS_MAIL,
  makeCallEvents,
  textResult,
  makeTracedTool,
} from '../../core/test/make-traced-tool.ts';
import { presetPolicy } from '../src/preset-policy.ts';

const readMail = makeTracedTool('list_messages', { annotations: READS_MAIL });
const search = makeTracedTool('web_search', {
  annotations: { ...READS, openWorldHint: true },
  properties: { query: { type: 'string' } },
});

const session = (words: string): Session =>
  [
    { type: 'user', text: words } satisfies SessionEvent,
    ...makeCallEvents(readMail, textResult('The door code is 7QX-4411-ZULU.'), { id: 'm1' }),
  ].reduce(applyEvent, startSession('ctx'));

const decided = (preset: 'strict' | 'balanced' | 'intent', words: string, args: JsonObject) => {
  const policy = presetPolicy(preset);
  const { labels, words: hasWords, origins } = judgeCall(session(words), search, args);
  return decide(policy, {
    v: 1,
    tool: search.tool,
    labels,
    words: hasWords,
    origins,
    principal: LOCAL_PRINCIPAL,
    args,
    time: { at: 0, offsetMinutes: 0 },
    policy: policy.revision,
  });
};

const WORDS = 'Read my mail and search the web for the weather.';

describe('a search that carries private data out', () => {
  it('asks with strong terms under balanced and intent, and is blocked under strict', () => {
    const args = { query: 'weather 7QX-4411-ZULU' };
    for (const preset of ['balanced', 'intent'] as const) {
      const decision = decided(preset, WORDS, args);
      expect(decision.outcome).toBe('confirm');
      expect(decision.obligations.terms).toBe('strong');
      expect(decision.reasons.join('\n')).toContain('first seen in private data');
    }
    expect(decided('strict', WORDS, args).outcome).toBe('block');
  });

  it('runs by itself under balanced and intent where it carries nothing, and asks under strict as every search does', () => {
    const args = { query: 'weather tomorrow' };
    for (const preset of ['balanced', 'intent'] as const)
      expect(decided(preset, WORDS, args).outcome).toBe('auto');
    expect(decided('strict', WORDS, args).outcome).toBe('confirm');
  });

  it('asks where the user’s request forbids it', () => {
    const words = 'Read my mail. Do not search the web.';
    for (const preset of ['balanced', 'intent', 'strict'] as const) {
      const decision = decided(preset, words, { query: 'weather' });
      expect(decision.outcome).not.toBe('auto');
      expect(decision.reasons.join('\n')).toContain('Your request');
    }
  });
});
