import { grantRefusalText } from '@callgate/messages/approval';
import type { Decision, JsonObject, Rule, TracedTool } from '@callgate/core';
import { LOCAL_PRINCIPAL, decide } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { inputFor, policyOf, rule } from '../../../core/test/build.ts';
import { SENDS, makeTracedTool } from '../../../core/test/make-traced-tool.ts';
import type { ArgumentConstraint, Grant } from '../record/grant.ts';
import type { GrantRequest, GrantSituation } from './grants.ts';
import { NO_RULE, checkGrantCoverage, describeGrantScope, makeGrant } from './grants.ts';
import { SINGLE_USER } from './people.ts';

const NOW = Date.UTC(2026, 10, 16);
const HOUR = 3_600_000;

const SEND: TracedTool = makeTracedTool('send', {
  annotations: SENDS,
  roles: { to: 'destination', cc: 'destination', chat: 'destination', body: 'payload' },
  properties: {
    to: { type: 'string' },
    cc: { type: 'array', items: { type: 'string' } },
    chat: { type: 'integer' },
    body: { type: 'string' },
  },
});

const ASK = rule({ id: 'ask', then: 'confirm' });

const decided = (rules: readonly Rule[], args: JsonObject = {}): Decision => {
  const policy = policyOf(rules);
  // as if one policy had said all of it
  return { ...decide(policy, { ...inputFor(policy, {}), tool: SEND.tool, args }), policy: 'sha256:one' };
};

const situation = (more: Partial<GrantSituation> = {}): GrantSituation => ({
  principal: LOCAL_PRINCIPAL,
  session: 's1',
  call: 'c1',
  server: 'office',
  target: 'send',
  tool: SEND,
  args: { to: 'bob@example.org', body: 'hello' },
  decision: decided([ASK]),
  people: SINGLE_USER,
  now: NOW,
  ...more,
});

const wishing = (
  wish: { readonly kind: 'once' } | GrantRequest['wish'] | { readonly kind: 'session' | 'destination' },
  at: GrantSituation = situation(),
): GrantRequest => ({
  id: 'g1',
  wish: { uses: 3, endsInMs: HOUR, ...wish } as GrantRequest['wish'],
  by: ['local'],
  situation: at,
});

const given = (wish: Parameters<typeof wishing>[0], at?: GrantSituation): Grant => {
  const made = makeGrant(wishing(wish, at));
  if (!made.made) throw new Error(made.because.code);
  return made.grant;
};

const like = (text: string): GrantRequest['wish'] => ({
  kind: 'arguments',
  constraints: [{ path: ['to'], like: text }],
  uses: 3,
  endsInMs: HOUR,
});

const whyNot = (grant: Grant, more: Partial<GrantSituation> = {}): string | undefined => {
  const coverage = checkGrantCoverage(grant, situation(more));
  return coverage.covers ? undefined : grantRefusalText(coverage.because);
};

describe('a grant for a session', () => {
  const grant = given({ kind: 'session' });

  it('covers the tool with any arguments in that session only', () => {
    expect(whyNot(grant, { call: 'c2', args: { to: 'eve@example.net' } })).toBeUndefined();
    expect(whyNot(grant, { session: 's2' })).toBe('It covers another session');
  });

  it('ends by time, by use and by revocation', () => {
    expect(whyNot(grant, { now: NOW + HOUR - 1 })).toBeUndefined();
    expect(whyNot(grant, { now: NOW + HOUR })).toBe('It has expired');
    expect(whyNot({ ...grant, endsAt: Number.NaN })).toBe('It has expired');
    expect(whyNot({ ...grant, usesLeft: 0 })).toBe('It is used up');
    expect(whyNot({ ...grant, revoked: { by: 'local', reason: 'no longer', at: NOW } })).toBe(
      'It was revoked',
    );
  });

  it('is for one principal, server, tool and definition', () => {
    expect(whyNot(grant, { principal: { ...LOCAL_PRINCIPAL, subject: 'ann' } })).toBe(
      'It belongs to another user',
    );
    expect(whyNot(grant, { server: 'home' })).toBe('It covers another server');
    expect(whyNot(grant, { target: 'send_all' })).toBe('It covers another tool');
    const redefined = makeTracedTool('send', { annotations: { ...SENDS, idempotentHint: true } });
    expect(whyNot(grant, { tool: redefined })).toBe('The tool changed since');
  });

  it('is for the command or url that answered to the alias when it was given', () => {
    const bound = given({ kind: 'session' }, situation({ serverIdentity: 'sha256:staging' }));
    const elsewhere = 'It covers a server with another command or URL under the same name';
    expect(whyNot(bound, { serverIdentity: 'sha256:staging' })).toBeUndefined();
    expect(whyNot(bound, { serverIdentity: 'sha256:production' })).toBe(elsewhere);
    expect(whyNot(bound)).toBe(elsewhere);
    // as an older version gave it
    expect(whyNot(grant, { serverIdentity: 'sha256:staging' })).toBe(elsewhere);
    expect(describeGrantScope(bound)).toContain(
      'of server `office` with its present command or URL (sha256:staging)',
    );
    expect(describeGrantScope(grant)).toContain('of server `office` (without a command or URL)');
  });

  it('does not cover a prompt that is named and defined like the tool', () => {
    const prompt = { ...SEND, tool: { ...SEND.tool, kind: 'prompt' as const } };
    expect(whyNot(grant, { tool: prompt })).toBe('Only tool calls can be granted');
  });
});

describe('what fired', () => {
  const grant = given({ kind: 'session' });

  it('must all have fired when the grant was given', () => {
    expect(grant.rules).toEqual(['ask']);
    const more = decided([ASK, rule({ id: 'also', then: 'confirm' })]);
    expect(whyNot(grant, { decision: more })).toBe('It was not given for the rule `also`');
    expect(whyNot(grant, { decision: decided([ASK, rule({ id: 'fine', then: 'auto' })]) })).toBeUndefined();
  });

  it('may be fewer rules than then', () => {
    const both = given(
      { kind: 'session' },
      situation({ decision: decided([ASK, rule({ id: 'also', then: 'confirm' })]) }),
    );
    expect(both.rules).toEqual(['also', 'ask']);
    expect(whyNot(both, { decision: decided([ASK]) })).toBeUndefined();
  });

  it('includes a rule that could not be evaluated', () => {
    const faulty = rule({
      id: 'faulty',
      then: 'confirm',
      when: {
        op: 'lt',
        left: { op: 'get', of: { op: 'args' }, key: { op: 'value', value: 'body' } },
        right: { op: 'value', value: 3 },
      },
    });
    const decision = decided([ASK, faulty], { body: 'hello' });
    expect(decision.rules.find(({ id }) => id === 'faulty')?.counted).toBe('fault');
    expect(whyNot(grant, { decision })).toBe('It was not given for the rule `faulty`');
  });

  it('includes such a rule whatever its outcome would be', () => {
    const decision = decided([ASK]);
    const rules = [
      ...decision.rules,
      { id: 'odd', layer: 'user', outcome: null, reason: '', counted: 'fault' } as const,
    ];
    expect(whyNot(grant, { decision: { ...decision, rules } })).toBe('It was not given for the rule `odd`');
  });

  it('is nothing where no rule allows a call, and only a grant given for that answers it', () => {
    const unruled = decided([]);
    expect(unruled.outcome).toBe('confirm');
    expect(whyNot(grant, { decision: unruled })).toBe(`It was not given for the rule \`${NO_RULE}\``);
    const forNone = given({ kind: 'session' }, situation({ decision: unruled }));
    expect(forNone.rules).toEqual([NO_RULE]);
    expect(whyNot(forNone, { decision: decided([ASK]) })).toBe('It was not given for the rule `ask`');
  });

  it('is never severity: neither a block nor strong terms are answered', () => {
    const blocked = decided([ASK, rule({ id: 'never', then: 'block' })]);
    expect(whyNot(grant, { decision: blocked })).toBe('The call is blocked, and no grant changes that');
    const strong = decided([rule({ id: 'ask', then: 'confirm', obligations: { terms: 'strong' } })]);
    expect(whyNot(grant, { decision: strong })).toBe(
      'Extra checks required: a person has to look at this call',
    );
    expect(whyNot(grant, { decision: decided([rule({ id: 'fine', then: 'auto' })]) })).toBe(
      'The call needs no grant',
    );
    expect(makeGrant(wishing({ kind: 'session' }, situation({ decision: strong })))).toMatchObject({
      made: false,
    });
    expect(makeGrant(wishing({ kind: 'session' }, situation({ decision: blocked })))).toMatchObject({
      made: false,
    });
  });
});

describe('those who gave it', () => {
  const people = {
    selfApproval: false,
    all: ['ann', 'bea'].map((subject) => ({ subject, groups: ['ops'], active: true })),
  };
  const grant: Grant = { ...given({ kind: 'session' }), by: ['ann'] };

  it('must be enough for the call of now', () => {
    expect(whyNot(grant, { people })).toBeUndefined();
    const byTwo = decided([rule({ id: 'ask', then: 'confirm', obligations: { approvers: [{ count: 2 }] } })]);
    expect(whyNot(grant, { people, decision: byTwo })).toBe(
      'Its approvers are not enough for this call: Needs 1 more approval',
    );
    expect(whyNot({ ...grant, by: ['ann', 'bea'] }, { people, decision: byTwo })).toBeUndefined();
    expect(whyNot({ ...grant, by: [] }, { people })).toContain('not enough');
  });

  it('must still be eligible', () => {
    const disabled = {
      ...people,
      all: people.all.map((each) => ({ ...each, active: each.subject !== 'ann' })),
    };
    expect(whyNot(grant, { people: disabled })).toContain('not enough');
    const acting = { ...LOCAL_PRINCIPAL, delegation: ['ann'] };
    expect(whyNot(grant, { people, principal: acting })).toContain('not enough');
  });
});

describe('a grant for destinations', () => {
  const grant = given(
    { kind: 'destination' },
    situation({ args: { to: 'bob@example.org', cc: ['cem@example.org'], body: 'hello' } }),
  );

  it('covers what goes to the same places and nothing else', () => {
    expect(grant.scope).toEqual({
      kind: 'destination',
      destinations: ['bob@example.org', 'cem@example.org'],
    });
    expect(whyNot(grant, { args: { to: 'bob@example.org', body: 'anything' } })).toBeUndefined();
    expect(whyNot(grant, { args: { to: 'bob@example.org', cc: ['eve@example.net'] } })).toBe(
      'It does not cover “eve@example.net”',
    );
    expect(whyNot(grant, { args: { to: 'BOB@example.org' } })).toContain('does not cover');
  });

  it.each<JsonObject>([
    { body: 'to nobody' },
    { to: '', body: 'to everybody' },
    { to: 'bob@example.org', cc: [] },
    { to: 'bob@example.org', chat: 7 },
    { to: 'bob@example.org', cc: {} },
    { to: 'bob@example.org', cc: ['cem@example.org', []] },
    { to: 'bob@example.org', cc: Array.from({ length: 3000 }, () => 'bob@example.org') },
  ])('does not cover a call that does not say wholly where it goes (%#)', (args) => {
    expect(whyNot(grant, { args })).toBe('The call does not fully say where it goes');
    expect(makeGrant(wishing({ kind: 'destination' }, situation({ args })))).toEqual({
      made: false,
      because: { code: 'noDestination' },
    });
  });

  it('covers a call that leaves something else empty', () => {
    for (const body of [[], {}, [[]], '', null])
      expect(whyNot(grant, { args: { to: 'bob@example.org', body } })).toBeUndefined();
  });

  it('shows of another destination no more than people read', () => {
    expect(whyNot(grant, { args: { to: 'x'.repeat(1000) } })).toContain('⟦… 800 characters …⟧');
  });

  it('shows what is odd in another destination', () => {
    expect(whyNot(grant, { args: { to: '\u202ebob\n' } })).toBe('It does not cover “⟦U+202E⟧bob⟦U+000A⟧”');
  });

  it('has no more places than a person oversees', () => {
    const cc = Array.from({ length: 51 }, (_, index) => `p${index}@example.org`);
    expect(given({ kind: 'destination' }, situation({ args: { cc: cc.slice(1) } })).scope).toMatchObject({
      destinations: expect.objectContaining({ length: 50 }),
    });
    expect(makeGrant(wishing({ kind: 'destination' }, situation({ args: { cc } })))).toEqual({
      made: false,
      because: { code: 'tooManyDestinations' },
    });
  });
});

describe('a grant for arguments', () => {
  it('covers texts like a pattern, wholly', () => {
    const grant = given(like('*@example.org'));
    expect(whyNot(grant, { args: { to: 'cem@example.org' } })).toBeUndefined();
    expect(whyNot(grant, { args: { to: 'cem@example.org.evil.net' } })).toBe(
      'An argument differs from what it allows',
    );
    for (const to of [7, true, null, ['cem@example.org'], { a: 'cem@example.org' }])
      expect(whyNot(grant, { args: { to } })).toBe('An argument differs from what it allows');
    expect(whyNot(grant, { args: {} })).toBe('An argument differs from what it allows');
  });

  const equal = (
    path: readonly (string | number)[],
    equals: JsonObject[string],
    args: JsonObject,
  ): string | undefined =>
    whyNot(
      { ...given(like('*@example.org')), scope: { kind: 'arguments', constraints: [{ path, equals }] } },
      { args },
    );

  it('covers values that are equal, whatever the order of their keys', () => {
    expect(equal(['a', 0], { x: 1, y: 2 }, { a: [{ y: 2, x: 1 }] })).toBeUndefined();
    expect(equal(['a', 0], { x: 1, y: 2 }, { a: [{ y: 2, x: 1, z: 0 }] })).toBeDefined();
    expect(equal(['a'], 1, { a: '1' })).toBeDefined();
    expect(equal([], { a: 1 }, { a: 1 })).toBeUndefined();
    expect(equal(['a'], null, {})).toBeDefined();
  });

  it('looks at own properties and indices only', () => {
    expect(equal(['a', 'length'], 1, { a: ['x'] })).toBeDefined();
    expect(equal(['a', 'length'], 1, { a: 'x' })).toBeDefined();
    expect(equal(['a', '0'], 'x', { a: ['x'] })).toBeDefined();
    expect(equal(['a', 0], 'x', { a: { 0: 'x' } })).toBeDefined();
    expect(equal(['__proto__', 'x'], 1, Object.create({ x: 1 }) as JsonObject)).toBeDefined();
    expect(equal(['constructor', 'name'], 'Object', {})).toBeDefined();
  });

  it('is not made if it ties nothing down, or not even the call it is given for', () => {
    expect(makeGrant(wishing(like('**?')))).toEqual({
      made: false,
      because: { code: 'nothingFixed' },
    });
    expect(makeGrant(wishing({ ...like('x'), constraints: [] } as GrantRequest['wish']))).toMatchObject({
      made: false,
    });
    expect(makeGrant(wishing(like('*@other.org')))).toEqual({
      made: false,
      because: { code: 'otherArgument' },
    });
    const empty: Grant = { ...given({ kind: 'session' }), scope: { kind: 'arguments', constraints: [] } };
    expect(whyNot(empty)).toBe('It fixes no argument');
    const many = Array.from({ length: 51 }, () => ({ path: ['to'], equals: 'bob@example.org' }));
    const wish = (constraints: readonly ArgumentConstraint[]): GrantRequest['wish'] => ({
      ...like('x'),
      kind: 'arguments',
      constraints,
    });
    expect(makeGrant(wishing(wish(many)))).toEqual({
      made: false,
      because: { code: 'tooManyConstraints' },
    });
    expect(given(wish(many.slice(1))).scope.kind).toBe('arguments');
    const idle = { path: ['body'], like: '*' };
    expect(makeGrant(wishing(wish([...many.slice(50), idle])))).toMatchObject({ made: false });
    expect(makeGrant(wishing(wish([])))).toEqual({
      made: false,
      because: { code: 'nothingFixed' },
    });
  });
});

it('a grant for one call covers no other', () => {
  const grant = given({ kind: 'once' });
  expect(whyNot(grant)).toBeUndefined();
  expect(whyNot(grant, { call: 'c2' })).toBe('It covers another call only');
});

it('a grant of a kind nobody knows covers nothing', () => {
  const odd = { ...given({ kind: 'session' }), scope: { kind: 'all\u001b' } as never };
  expect(whyNot(odd)).toBe('Its scope is unknown (all⟦U+001B⟧)');
  expect(makeGrant(wishing({ kind: 'all' } as never))).toEqual({
    made: false,
    because: { code: 'unknownKind' },
  });
});

describe('limits of a grant', () => {
  it.each([0, -1, 1001, 1.5, Number.NaN, Infinity])('are 1 to 1000 uses, so not %s', (uses) => {
    expect(makeGrant(wishing({ kind: 'session', uses } as GrantRequest['wish']))).toEqual({
      made: false,
      because: { code: 'uses', max: 1000 },
    });
  });

  it.each([0, -1, 1.5, 30 * 24 * HOUR + 1, Number.NaN, Infinity])('are 30 days, so not %s ms', (endsInMs) => {
    expect(makeGrant(wishing({ kind: 'session', endsInMs } as GrantRequest['wish']))).toEqual({
      made: false,
      because: { code: 'days' },
    });
  });

  it('are reached exactly', () => {
    const wish = { kind: 'session', uses: 1000, endsInMs: 30 * 24 * HOUR } as GrantRequest['wish'];
    expect(given(wish)).toMatchObject({
      uses: 1000,
      usesLeft: 1000,
      endsAt: NOW + 30 * 24 * HOUR,
      givenAt: NOW,
    });
    expect(given({ kind: 'session', uses: 1, endsInMs: 1 } as GrantRequest['wish'])).toMatchObject({
      uses: 1,
    });
  });
});

describe('the words for a grant', () => {
  const tail =
    'without approval; 3 of 3 uses left, until 2026-11-16T01:00:00.000Z. It answers `ask` and no other rule, ' +
    'and never a call that requires extra checks. It ends when the tool, or the server’s command or URL, changes. Given by local.';

  it('say its true scope', () => {
    expect(describeGrantScope(given({ kind: 'session' }))).toBe(
      `local may call \`send\` of server \`office\` (without a command or URL) with any arguments, only in session s1, ${tail}`,
    );
    expect(describeGrantScope(given({ kind: 'destination' }))).toContain(
      'only to “bob@example.org”, with any other arguments, without',
    );
    expect(describeGrantScope(given(like('*@example.org')))).toContain(
      'where `to` is a text like “*@example.org”, with any other arguments, without',
    );
    expect(describeGrantScope(given({ kind: 'once' }))).toContain('only in call c1, without');
  });

  it('name every constraint with its place', () => {
    const constraints = [
      { path: ['a', 0, 'b\u202e'], equals: { x: '\u001b[2J' } },
      { path: [], equals: {} },
    ];
    expect(
      describeGrantScope({ ...given({ kind: 'session' }), scope: { kind: 'arguments', constraints } }),
    ).toContain(
      String.raw`where ${'`a[0].b⟦U+202E⟧`'} is {"x":"\u001b[2J"} and all arguments together is {}, with`,
    );
  });

  it('say who took it back', () => {
    const revoked = { by: 'ann', reason: 'left\nus', at: NOW };
    expect(describeGrantScope({ ...given({ kind: 'session' }), revoked })).toContain(
      'revoked by ann at 2026-11-16T00:00:00.000Z: left⟦U+000A⟧us.',
    );
  });

  it('show nothing raw, wherever it stands', () => {
    const bad = '\u001b]0;x\u0007\u202e\n';
    const hostile: Grant = {
      ...given({ kind: 'session' }),
      principal: bad,
      server: bad,
      target: bad,
      rules: [bad],
      by: [bad],
      scope: { kind: 'session', session: bad },
    };
    expect(describeGrantScope(hostile)).toMatch(/^[ -~⟦⟧“”’]*$/);
  });
});

describe('a grant beyond a session', () => {
  const text = { type: 'string' };
  const makeFileTool = (name: string, annotations: JsonObject = {}): TracedTool =>
    makeTracedTool(name, {
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false, ...annotations },
      properties: { path: text, content: text },
      roles: { content: 'payload' },
    });
  const ask = policyOf([ASK]);
  const fileSituation = (tool: TracedTool, path = '/home/ann/plans/a.md'): GrantSituation => {
    const args = { path, content: 'x' };
    const decision = {
      ...decide(ask, { ...inputFor(ask, {}), tool: tool.tool, args }),
      policy: 'sha256:one',
    };
    return situation({ tool, target: tool.tool.name, args, decision });
  };
  const offers = (tool: TracedTool): readonly string[] =>
    (['folder', 'session', 'tool'] as const).filter(
      (kind) => makeGrant(wishing({ kind, uses: 1, endsInMs: HOUR }, fileSituation(tool))).made,
    );

  it('is given for tools that write, and covers the folder or everything', () => {
    const write = makeFileTool('write_file');
    expect(offers(write)).toEqual(['folder', 'session', 'tool']);
    const grant = given({ kind: 'folder', uses: 3, endsInMs: HOUR }, fileSituation(write));
    const why = (path: string, more: Partial<GrantSituation> = {}): string | undefined => {
      const coverage = checkGrantCoverage(grant, { ...fileSituation(write, path), ...more });
      return coverage.covers ? undefined : grantRefusalText(coverage.because);
    };
    expect(grant.scope).toEqual({ kind: 'folder', folder: '/home/ann/plans' });
    expect(why('/home/ann/plans/2027/b.md', { session: 's2', call: 'c2' })).toBeUndefined();
    expect(why('/home/ann/plansb/b.md')).toBe('It covers another folder');
    expect(describeGrantScope(grant)).toContain('only on files in “/home/ann/plans” and below it');
    const always = given({ kind: 'tool', uses: 3, endsInMs: HOUR }, fileSituation(write));
    expect(checkGrantCoverage(always, { ...fileSituation(write, '/etc/x'), session: 's2' }).covers).toBe(
      true,
    );
    expect(describeGrantScope(always)).toContain('with any arguments, in any session');
  });

  it.each(['delete_file', 'move_file', 'wipe', 'run_script', 'nuke_file', 'remove_or_write_file'])(
    'is not given for %s, which may delete',
    (name) => {
      expect(offers(makeFileTool(name))).toEqual(['session']);
    },
  );

  it('is not given where nobody described the tool, nor where a call cannot be undone', () => {
    expect(
      offers(makeTracedTool('write_file', { trust: 'untrusted', properties: { path: text, content: text } })),
    ).toEqual(['session']);
    expect(offers(makeFileTool('write_file', { reversibleHint: false }))).toEqual(['session']);
  });

  it('is not given where the author of the tool requires approval for every call', () => {
    expect(offers(makeFileTool('write_file', { requiresReview: true }))).toEqual(['session']);
  });
});
