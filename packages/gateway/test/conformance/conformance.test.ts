import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningFixture, FixtureUpstream } from './fixture-process.ts';
import { FIXTURE_OVER_STDIO, startFixture } from './fixture-process.ts';
import type { Revision, ScenarioResult, WorseCheck } from './run-suite.ts';
import { REVISIONS, compare, runSuite } from './run-suite.ts';
import { throughGateway } from './through-gateway.ts';

// every run has a fixture of its own, because scenarios change what it lists
const running: RunningFixture[] = [];
const kept = async (started: Promise<RunningFixture>): Promise<RunningFixture> => {
  const server = await started;
  running.push(server);
  return server;
};
afterAll(async () => {
  await Promise.all(running.map((server) => server.close()));
});

const direct = new Map<Revision, readonly ScenarioResult[]>();
beforeAll(async () => {
  for (const requirements of REVISIONS) {
    const { url } = await kept(startFixture());
    direct.set(requirements, await runSuite({ url, requirements }));
  }
}, 300_000);

describe('the fixture without a gateway', () => {
  it.each(REVISIONS)('passes every scenario that %s requires', (revision) => {
    const required = (direct.get(revision) ?? []).filter((result) => result.required);
    expect(required).not.toHaveLength(0);
    expect(required.filter(({ failed }) => failed.length > 0)).toEqual([]);
  });

  it.each(REVISIONS)('passes what %s runs besides', (revision) => {
    const extra = (direct.get(revision) ?? []).filter((result) => !result.required);
    expect(extra).not.toHaveLength(0);
    expect(extra.filter(({ failed }) => failed.length > 0)).toEqual([]);
  });
});

const UPSTREAMS: readonly { readonly way: string; upstream(): Promise<FixtureUpstream> }[] = [
  { way: 'HTTP', upstream: () => kept(startFixture()) },
  { way: 'stdio', upstream: async () => FIXTURE_OVER_STDIO },
];
const CASES = REVISIONS.flatMap((revision) => UPSTREAMS.map((reached) => ({ revision, ...reached })));

/** Streams are not resumed through a gateway (decisions/0012): what a client would replay may be another's. */
const NOT_RESUMED: ReadonlySet<string> = new Set([
  'server-sse-priming-event ServerSendsPrimingEvent',
  'server-sse-retry-field ServerSendsRetryField',
  'server-sse-disconnect-resume ServerDisconnectResume',
]);

describe.each(CASES)('the fixture over $way behind the gateway', ({ revision, upstream }) => {
  let worse: readonly WorseCheck[] = [];
  beforeAll(async () => {
    const { url } = await kept(throughGateway(await upstream()));
    worse = compare(direct.get(revision) ?? [], await runSuite({ url, requirements: revision }));
  }, 300_000);

  it(`is no worse in any scenario that ${revision} requires`, () => {
    expect(worse.filter(({ required }) => required)).toEqual([]);
  });

  it(`is no worse in what ${revision} runs besides`, () => {
    expect(worse.filter(({ required, check }) => !required && !NOT_RESUMED.has(check))).toEqual([]);
  });
});
