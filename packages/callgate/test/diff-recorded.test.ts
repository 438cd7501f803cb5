import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { DecisionInput, JsonObject, Policy, TracedTool } from '@callgate/core';
import { LOCAL_PRINCIPAL, canonical, describeTool, judgeCall, traceTool } from '@callgate/core';
import type { Counter, CounterReading, HistoryReadings, Obligations } from '@callgate/core/decide';
import { counterText, listRuleCounters } from '@callgate/core/decide';
import { NO_CONTEXTS, applyContextEvent, getContextSession } from '@callgate/core/label';
import { parseStrict, receiveArguments } from '@callgate/core/receive';
import type { ComparisonResult } from '@callgate/operations/policy';
import type { PolicyLoadResult } from '@callgate/policy';
import { loadPolicy, presetPolicy } from '@callgate/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRecordedData } from '../../core/test/find-recorded-data.ts';
import type { SpecifiedDecision } from '../../core/test/specification/decision.ts';
import { specifyDecision } from '../../core/test/specification/decision.ts';
import { readCatalogue } from '../src/catalogue/read-catalogue.ts';
import { CatalogueTools } from '../src/replay/catalogue-tools.ts';
import { readTrace } from '../src/replay/read-trace.ts';
import type { Trace } from '../src/replay/trace.ts';
import { ResidentCallgate, ensureBuilt, fileWith } from './fixtures/run-callgate.ts';

const RUNS = findRecordedData('traces/agentdojo', 'differences of policies on the recorded runs');
const DEEP = process.env['CALLGATE_DEEP'] === '1';
/** Every so manieth run of a file, and how many runs one command compares. */
const [EVERY, TOGETHER] = DEEP ? [1, 250] : [300, 1000];

const LOOSER = `name: looser
extends: balanced
rules:
  - { id: small, tools: ["banking/*"], when: tool.described == yes && args.amount < 1000, then: auto, reason: small }
  - { id: said, tools: ["slack/send_*"], when: tool.described == yes, then: auto, reason: small }
exceptions:
  - { id: cheap, rule: untrusted-session, unless: args.amount < 1000, reason: small, until: "2099-01-01" }
  - { id: paid, rule: outward-write, unless: args.amount < 1000, reason: small, until: "2099-01-01" }
  - { id: sent, rule: outward-write, unless: 'server.name == "slack"', reason: ours, until: "2099-01-01" }
`;

const COUNTING = `name: counting
extends: balanced
rules:
  - { id: money, tools: ["banking/send_money"], when: 'sum(args.amount, "banking/send_money", "1d") > 100', then: block, reason: much }
  - { id: often, when: 'count(["slack/*", "travel/*"], "1h") > 3', then: confirm, approvers: 2, reason: often }
  - { id: page, tools: ["slack/get_webpage", "workspace/search_emails"], raise: read-outside, reason: read }
  - { id: marked, when: '"read-outside" in session.labels && tool.mutates == yes', then: block, reason: marked }
  - { id: later, tools: ["workspace/*"], when: 'after("workspace/send_email", "session")', audit: full, reason: later }
`;

const loaded = (result: PolicyLoadResult): Policy => {
  if (result.ok) return result.policy;
  throw new Error(JSON.stringify(result.problems));
};

const byName = (name: string): Policy => {
  const text = name === 'looser' ? LOOSER : name === 'counting' ? COUNTING : undefined;
  return text === undefined
    ? presetPolicy(name === 'intent' || name === 'strict' ? name : 'balanced')
    : loaded(loadPolicy([{ name, text }]));
};
const written = (name: string): string =>
  name === 'looser' ? fileWith(LOOSER, '.yaml') : name === 'counting' ? fileWith(COUNTING, '.yaml') : name;

/** What of the requirements is weighed: who is asked counts only where somebody is. */
const weighed = (outcome: string, all: Obligations): unknown => {
  if (outcome === 'block') return {};
  const { audit, redact, noCaching, timeoutMs, retries, concurrency, hours, notify, raise = [], model } = all;
  const always = { audit, redact, noCaching, timeoutMs, retries, concurrency, hours, notify, raise };
  const { approvers, terms, preview } = all;
  return {
    ...always,
    atLeast: model.atLeast ?? 0,
    ...(outcome === 'confirm' ? { approvers, terms, preview } : {}),
  };
};

interface EarlierCall {
  readonly name: string;
  readonly args: JsonObject;
  readonly raised: readonly string[];
}

const isNamed = (patterns: readonly string[], name: string): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );

const readingOf = (counter: Counter, earlier: readonly EarlierCall[], at: number): CounterReading => {
  const { measure, tools, of = [] } = counter;
  const same = (value: number | null): CounterReading => ({ most: value, ran: value });
  const found =
    measure === 'label'
      ? earlier.filter(({ raised }) => raised.some((label) => counterText(counter).includes(`"${label}"`)))
      : earlier.filter(({ name }) => isNamed(tools, name));
  if (measure === 'count') return same(found.length);
  if (measure !== 'sum') return same(found.length === 0 ? null : at);
  const amounts = found.map(({ args }) => args[of[0] ?? '']);
  // one that is no amount makes the sum one that cannot be told
  if (!amounts.every((amount) => typeof amount === 'number' && amount >= 0)) return same(null);
  const units = amounts.reduce((sum: number, amount) => sum + Math.ceil(Number(amount) * 10_000 - 1e-6), 0);
  return same(units / 10_000);
};

const changeKey = (tool: string, before: string, after: string): string => `${tool}: ${before} -> ${after}`;

describe.skipIf(RUNS === undefined)('callgate diff of policies on the recorded runs', () => {
  const folder = RUNS ?? '';
  const resident = new ResidentCallgate();
  beforeAll(ensureBuilt);
  afterAll(() => resident.stop());

  const lines = (['benign', 'attacks', 'obedient'] as const).flatMap((file) =>
    RUNS === undefined
      ? []
      : gunzipSync(readFileSync(`${folder}/${file}.jsonl.gz`))
          .toString('utf8')
          .split('\n')
          .filter((line, index) => line !== '' && index % EVERY === 0),
  );

  /** Every call that the specification decides otherwise under the other policy, by what changes. */
  const bruteForce = (tools: CatalogueTools, [before, after]: readonly [Policy, Policy], trace: Trace) => {
    const ref = { principal: trace.session, context: trace.session, authenticated: true };
    const changed: { readonly key: string; readonly call: string }[] = [];
    const running = new Map<string, { tool: TracedTool; args: JsonObject; intended: boolean }>();
    const past = new Map<Policy, EarlierCall[]>([
      [before, []],
      [after, []],
    ]);
    let contexts = NO_CONTEXTS;
    let [calls, unjudged] = [0, 0];
    for (const event of trace.events) {
      if (event.type === 'user')
        contexts = applyContextEvent(contexts, ref, { type: 'user', text: event.text });
      else if (event.type === 'result') {
        const made = running.get(event.id);
        if (made === undefined) throw new Error(event.id);
        contexts = applyContextEvent(contexts, ref, {
          type: 'result',
          id: event.id,
          ...made,
          result: event.result,
        });
      } else if (event.type === 'call') {
        const tool = tools.find(event.server, event.tool);
        if (tool === undefined) {
          // nobody can judge it: both block it, and what it answered may be anything
          const definition = { name: event.tool };
          const unknown = traceTool(describeTool({ server: event.server, definition }), definition);
          unjudged += 1;
          running.set(event.id, { tool: unknown, args: {}, intended: false });
          contexts = applyContextEvent(contexts, ref, { type: 'call', id: event.id, tool: unknown });
          continue;
        }
        calls += 1;
        const { arguments: args } = receiveArguments(event.arguments);
        const situation = judgeCall(getContextSession(contexts, ref), tool, args);
        const at = 0;
        const decided = (policy: Policy): SpecifiedDecision => {
          const earlier = past.get(policy) ?? [];
          const history: HistoryReadings = Object.fromEntries(
            listRuleCounters(policy.rules).map((counter) => [
              counterText(counter),
              readingOf(counter, earlier, at),
            ]),
          );
          const { labels, words, origins } = situation;
          const input: DecisionInput = {
            v: 1,
            tool: tool.tool,
            labels,
            words,
            origins,
            principal: LOCAL_PRINCIPAL,
            args,
            time: { at, offsetMinutes: 0 },
            history,
            policy: policy.revision,
          };
          const decision = specifyDecision(policy, input);
          earlier.push({
            name: `${event.server}/${event.tool}`,
            args,
            raised: decision.obligations.raise ?? [],
          });
          return decision;
        };
        const [then, now] = [decided(before), decided(after)];
        const one = weighed(then.outcome, then.obligations);
        const other = weighed(now.outcome, now.obligations);
        if (then.outcome !== now.outcome || JSON.stringify(one) !== JSON.stringify(other))
          changed.push({
            key: changeKey(`${event.server}/${event.tool}`, then.outcome, now.outcome),
            call: `${trace.session} ${event.id}`,
          });
        running.set(event.id, { tool, args, intended: situation.intended });
        contexts = applyContextEvent(contexts, ref, { type: 'call', id: event.id, tool });
      }
    }
    return { calls, unjudged, changed };
  };

  it.each<[string, string, boolean]>([
    ['balanced', 'strict', false],
    ['strict', 'intent', true],
    ['balanced', 'looser', true],
    ['balanced', 'counting', false],
    ['counting', 'balanced', true],
  ])(
    'from %s to %s: finds every call that the specification decides otherwise, and no other',
    async (before, after, loosens) => {
      const tools = new CatalogueTools(readCatalogue(`${folder}/catalogue.json`, { trust: undefined }));
      const policies = [byName(before), byName(after)] as const;
      const files = [written(before), written(after)];
      let wanted = 0;
      for (let from = 0; from < lines.length; from += TOGETHER) {
        const some = lines.slice(from, from + TOGETHER);
        const found = some.map((line) => bruteForce(tools, policies, readTrace(parseStrict(line))));
        const changed = found.flatMap((each) => each.changed);
        const ran = await resident.run([
          'diff',
          ...files,
          '--catalogue',
          `${folder}/catalogue.json`,
          '--traces',
          fileWith(`${some.join('\n')}\n`, '.jsonl'),
          '--json',
        ]);
        expect([ran.code, ran.err]).toEqual([loosens ? 2 : 0, '']);
        const diff = JSON.parse(ran.out) as ComparisonResult;
        expect(diff.calls).toBe(found.reduce((sum, { calls }) => sum + calls, 0));
        expect(diff.unlisted).toBe(0);
        expect(diff.unreadable.count).toBe(found.reduce((sum, { unjudged }) => sum + unjudged, 0));
        const counts = new Map<string, number>();
        for (const { key } of changed) counts.set(key, (counts.get(key) ?? 0) + 1);
        const listed = new Map<string, number>();
        for (const group of diff.changed) {
          const key = changeKey(group.tool, group.before, group.after);
          listed.set(key, (listed.get(key) ?? 0) + group.count);
          const known = new Set(changed.filter((each) => each.key === key).map(({ call }) => call));
          for (const { call } of group.calls) expect(known, `${key}: ${call}`).toContain(call);
        }
        expect(canonical(Object.fromEntries(listed))).toBe(canonical(Object.fromEntries(counts)));
        wanted += changed.length;
      }
      // a comparison of nothing would prove nothing
      expect(wanted).toBeGreaterThan(0);
    },
    DEEP ? 60 * 60_000 : 60_000,
  );
});
