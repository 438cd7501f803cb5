import type { JsonObject } from '@callgate/core';
import { disclose } from '@callgate/manifest';
import { describe, expect, it, vi } from 'vitest';
import type { PersonChannel, IncomingCall } from './incoming-call.ts';
import type { AuditSink } from '../audit/audit-chain.ts';
import type { AuditEvent } from '../audit/audit-event.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { QUESTION_KEY } from './confirm-call.ts';
import { CallGuard } from './call-guard.ts';
import { GUARD_KEY, IDEMPOTENCY_KEY } from './keys.ts';
import type { GuardOptions } from './guard-options.ts';
import type { CallScope } from './call-scope.ts';

const inputSchema = {
  type: 'object',
  properties: { user: { type: 'string' }, pin: { type: 'string', writeOnly: true } },
};
const SECRETS = {
  type: 'object',
  $defs: { pin: { type: 'string', format: 'password' }, self: { $ref: '#/$defs/self' } },
  properties: {
    nullable: { anyOf: [{ type: 'string', format: 'password' }, { type: 'null' }] },
    named: { $ref: '#/$defs/pin' },
    gone: { $ref: 'https://elsewhere.example/schema' },
    round: { $ref: '#/$defs/self' },
    map: { type: 'object', additionalProperties: { type: 'string', writeOnly: true } },
    matching: { type: 'object', patternProperties: { '^pin': { writeOnly: true } } },
    pair: { type: 'array', prefixItems: [{ type: 'string', writeOnly: true }, { type: 'string' }] },
    both: { allOf: [{ type: 'object', properties: { pin: { writeOnly: true } } }] },
  },
};
const manifest = disclose({
  tools: [
    { name: 'read', inputSchema, hints: { readOnly: true, openWorld: false } },
    { name: 'wipe', inputSchema, hints: { readOnly: false, destructive: true, requiresConfirmation: true } },
    { name: 'sign', inputSchema: SECRETS, hints: { readOnly: false } },
    { name: 'unlock', inputSchema, hints: { readOnly: false, inputSensitivity: 'credentials' } },
  ],
});

/** Keeps lines; from the one it is told on it fails. */
const sink = (failsFrom = Infinity): AuditSink & { readonly lines: string[] } => {
  const lines: string[] = [];
  return {
    lines,
    lastHash: async () => undefined,
    append: async (line) => {
      if (lines.length + 1 >= failsFrom) throw new Error('the disk is full');
      lines.push(line);
    },
  };
};

const NOBODY: PersonChannel = { type: 'nobody', why: 'nobody is there' };
const incoming = (tool: string, more: Partial<IncomingCall> = {}): IncomingCall => ({
  tool,
  args: {},
  meta: {},
  caller: {},
  asking: NOBODY,
  ...more,
});
const done: JsonObject = { content: [{ type: 'text', text: 'done' }] };
const codeOf = (result: JsonObject): unknown =>
  ((result['_meta'] as JsonObject | undefined)?.[GUARD_KEY] as JsonObject | undefined)?.['code'];
const desk = (options: Partial<GuardOptions> = {}): CallGuard =>
  new CallGuard(manifest, { audit: 'none', ...options });
const eventsOf = (lines: readonly string[]): readonly AuditEvent[] => {
  const { events, broken } = verifyAudit(lines.join('\n'));
  expect(broken).toEqual([]);
  return events;
};

describe('the record', () => {
  it('has the decision before the handler runs, and the outcome before it is released', async () => {
    const audit = sink();
    let known = 0;
    await desk({ audit }).take(incoming('read'), async () => {
      known = audit.lines.length;
      return done;
    });
    expect(known).toBe(1);
    expect(eventsOf(audit.lines).map(({ event_type: type, outcome }) => `${type} ${outcome}`)).toEqual([
      'tools/call allowed',
      'tools/result allowed',
    ]);
  });

  it('that cannot be written stops the call before it runs', async () => {
    let ran = false;
    const result = await desk({ audit: sink(1) }).take(incoming('read'), async () => {
      ran = true;
      return done;
    });
    expect(codeOf(result)).toBe('NOT_RECORDED');
    expect(ran).toBe(false);
  });

  it('that fails after the call keeps its answer back, and everything after it', async () => {
    const audit = sink(2);
    const at = desk({ audit });
    expect(codeOf(await at.take(incoming('read'), async () => done))).toBe('NOT_RECORDED');
    expect(codeOf(await at.take(incoming('read'), async () => done))).toBe('NOT_RECORDED');
    expect(audit.lines).toHaveLength(1);
  });

  it('holds no secret: not of the schema, not of the author, not of a tool that takes credentials', async () => {
    const audit = sink();
    const at = desk({ audit, secret: { read: ['user'] } });
    const args = { user: 'ada', pin: '1234', list: [{ pin: 'kept' }] };
    await at.take(incoming('read', { args }), async () => done);
    await at.take(incoming('unlock', { args }), async () => done);
    const [first, , second] = eventsOf(audit.lines);
    const hidden = '[redacted]';
    expect(first?.extensions['arguments']).toEqual({ user: hidden, pin: hidden, list: [{ pin: 'kept' }] });
    expect(second?.extensions['arguments']).toEqual({ user: hidden, pin: hidden, list: [{ pin: hidden }] });
  });

  it('holds no secret that the schema marks in a branch, by reference, in a map or in a tuple', async () => {
    const audit = sink();
    const args = {
      nullable: 's1',
      named: 's2',
      gone: 's3',
      round: 'kept',
      map: { any: 's4' },
      matching: { pin1: 's5', other: 'kept' },
      pair: ['s6', 'kept'],
      both: { pin: 's7', other: 'kept' },
    };
    await desk({ audit }).take(incoming('sign', { args }), async () => done);
    const hidden = '[redacted]';
    expect(eventsOf(audit.lines)[0]?.extensions['arguments']).toEqual({
      nullable: hidden,
      named: hidden,
      gone: hidden,
      round: 'kept',
      map: { any: hidden },
      matching: { pin1: hidden, other: 'kept' },
      pair: [hidden, 'kept'],
      both: { pin: hidden, other: 'kept' },
    });
  });

  it('has a word that came after the answer', async () => {
    const audit = sink();
    let late: CallScope | undefined;
    await desk({ audit }).take(incoming('read'), async (scope) => {
      late = scope;
      return done;
    });
    expect(() => late?.writes()).toThrow(expect.objectContaining({ code: 'BEYOND_DECLARED' }));
    expect(() => late?.writes()).toThrow(expect.objectContaining({ code: 'BEYOND_DECLARED' }));
    await vi.waitUntil(() => audit.lines.length === 3, { timeout: 60_000 });
    expect(eventsOf(audit.lines)[2]).toMatchObject({
      event_type: 'tools/result',
      outcome: 'denied',
      extensions: { late: true },
    });
  });

  it('has a call that the author’s own words failed for, and their message goes to nobody', async () => {
    const broken = (): never => {
      throw new Error('internal');
    };
    const audit = sink();
    for (const [options, tool] of [
      [{ principal: broken }, 'read'],
      [{ asksPeople: broken }, 'wipe'],
    ] as const) {
      const result = await desk({ audit, ...options }).take(incoming(tool), async () => done);
      expect(codeOf(result)).toBe('GUARD_FAILED');
      expect(JSON.stringify(result)).not.toContain('internal');
    }
    expect(eventsOf(audit.lines).map(({ outcome }) => outcome)).toEqual(['denied', 'denied']);
  });

  it('goes on after names that have no text of their own', async () => {
    const audit = sink();
    const at = desk({ audit });
    await at.take(incoming('\uD800'), async () => done);
    const meta = { 'io.modelcontextprotocol/flowOrigin': { labels: ['\uD800'] } };
    await at.take(incoming('read', { meta }), async () => done);
    const strange = { caller: { session: '\uD800' } };
    expect(codeOf(await at.take(incoming('read', strange), async () => done))).toBe('NOT_RECORDED');
    await at.take(incoming('read'), async () => done);
    expect(eventsOf(audit.lines).map(({ outcome }) => outcome)).toEqual([
      'denied',
      ...Array(4).fill('allowed'),
    ]);
  });

  it('names who called', async () => {
    const audit = sink();
    await desk({ audit }).take(
      incoming('read', { caller: { client: 'app', session: 's1' } }),
      async () => done,
    );
    await desk({ audit, principal: () => 'ada' }).take(incoming('read'), async () => done);
    expect(eventsOf(audit.lines).map(({ principal_id: who }) => who)).toEqual(['app', 'app', 'ada', 'ada']);
  });

  it('has calls that came at once one after the other', async () => {
    const audit = sink();
    const at = desk({ audit });
    await Promise.all(
      Array.from({ length: 20 }, async () => await at.take(incoming('read'), async () => done)),
    );
    expect(eventsOf(audit.lines)).toHaveLength(40);
  });
});

describe('a call', () => {
  it('of a tool that nobody declared is refused', async () => {
    expect(codeOf(await desk().take(incoming('other'), async () => done))).toBe('NOT_DECLARED');
  });

  it('whose arguments have no single reading is refused', async () => {
    const args = { user: 'half \uD800' };
    expect(codeOf(await desk().take(incoming('read', { args }), async () => done))).toBe('BAD_ARGUMENTS');
  });

  it('whose handler throws is an error that is labelled', async () => {
    const result = await desk().take(incoming('read'), async (scope) => {
      scope.reads('private');
      throw new Error('no such thing');
    });
    expect(result).toMatchObject({ isError: true, content: [{ text: 'no such thing' }] });
    expect(result['_meta']).toMatchObject({ annotations: { sensitiveDataHint: true } });
  });

  it('that was cancelled meanwhile does not run', async () => {
    const signal = AbortSignal.abort();
    expect(codeOf(await desk().take(incoming('read', { signal }), async () => done))).toBe('CANCELLED');
  });

  it('whose handler gives no result is an error', async () => {
    const result = await desk().take(incoming('read'), async () => undefined as never);
    expect(result).toMatchObject({ isError: true, content: [{ text: 'The handler returned no result' }] });
  });

  it('of a caller who asks people themselves is not asked about again', async () => {
    const at = desk({ asksPeople: ({ client }) => client === 'gateway' });
    const asked = async (client: string): Promise<JsonObject> =>
      await at.take(incoming('wipe', { caller: { client } }), async () => done);
    expect((await asked('gateway'))['content']).toEqual(done['content']);
    expect(codeOf(await asked('other'))).toBe('NOBODY_TO_ASK');
  });
});

describe('an approval that is carried', () => {
  const carry = (state?: string): PersonChannel => ({
    type: 'input-required',
    state,
    responses: { [QUESTION_KEY]: { action: 'accept', content: { confirm: true } } },
  });
  const ask = async (at: CallGuard, client: string): Promise<string> =>
    String(
      (await at.take(incoming('wipe', { caller: { client }, asking: carry() }), async () => done))[
        'requestState'
      ],
    );
  const answer = async (at: CallGuard, client: string, state: string): Promise<unknown> =>
    codeOf(await at.take(incoming('wipe', { caller: { client }, asking: carry(state) }), async () => done));

  it('is good for whoever was asked only', async () => {
    const at = desk();
    expect(await answer(at, 'bob', await ask(at, 'ada'))).toBe('STATE_INVALID');
    expect(await answer(at, 'ada', await ask(at, 'ada'))).toBeUndefined();
  });

  it('is good in another process that has the same key, and in no other', async () => {
    const [one, same, other] = ['k', 'k', 'q'].map((key) => desk({ key: key.repeat(32) })) as [
      CallGuard,
      CallGuard,
      CallGuard,
    ];
    expect(await answer(same, 'ada', await ask(one, 'ada'))).toBeUndefined();
    expect(await answer(other, 'ada', await ask(one, 'ada'))).toBe('STATE_INVALID');
  });

  it('ends', async () => {
    let now = 0;
    const at = desk({ clock: () => now, answerMs: 1000 });
    const state = await ask(at, 'ada');
    now = 1001;
    expect(await answer(at, 'ada', state)).toBe('NO_ANSWER');
  });
});

describe('a call with an idempotency key', () => {
  const keyed = (key: unknown, more: Partial<IncomingCall> = {}): IncomingCall =>
    incoming('unlock', { meta: { [IDEMPOTENCY_KEY]: key as never }, proof: 'ada', ...more });

  it('runs once also where its handler failed, and fails the same way again', async () => {
    const at = desk();
    let ran = 0;
    const fails = async (): Promise<never> => {
      ran += 1;
      throw new Error(`failed ${ran}`);
    };
    const first = await at.take(keyed('k'), fails);
    expect(await at.take(keyed('k'), fails)).toEqual(first);
    expect(ran).toBe(1);
  });

  it('keeps its key for other arguments where nothing ran', async () => {
    const at = desk();
    const wipe = keyed('k', { tool: 'wipe' });
    expect(codeOf(await at.take(wipe, async () => done))).toBe('NOBODY_TO_ASK');
    const corrected = { ...wipe, args: { user: 'bob' } };
    expect(codeOf(await at.take(corrected, async () => done))).toBe('NOBODY_TO_ASK');
  });

  it.each([7, '', 'x'.repeat(201), null])('is refused where the key is %j', async (key) => {
    expect(codeOf(await desk().take(keyed(key), async () => done))).toBe('KEY_UNREADABLE');
  });

  it('is not forgotten for the keys of others', async () => {
    const at = desk();
    let ran = 0;
    const run = async (): Promise<JsonObject> => {
      ran += 1;
      return done;
    };
    await at.take(keyed('k'), run);
    for (let index = 0; index < 1001; index += 1)
      await at.take(keyed(`${index}`, { proof: 'eve' }), async () => done);
    await at.take(keyed('k'), run);
    expect(ran).toBe(1);
  });
});
