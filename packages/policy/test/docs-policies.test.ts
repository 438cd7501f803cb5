import type { Decision, JsonObject, Labels, Outcome, Policy } from '@callgate/core';
import { LOCAL_PRINCIPAL, NO_LABELS, UNTRACED_ORIGINS, decide, describeTool } from '@callgate/core';
import type { UnprovenValue } from '@callgate/core/label';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintPolicy } from '../src/lint-policy.ts';
import { loadPolicy } from '../src/load-policy.ts';
import { formatProblem } from '../src/yaml/policy-problem.ts';

const DOCS = join(import.meta.dirname, '../../../docs');

/** A call that a page speaks of, and what the page says becomes of it. */
interface DocumentedCall {
  readonly says: string;
  readonly tool: string;
  readonly annotations?: JsonObject;
  readonly meta?: JsonObject;
  readonly args?: JsonObject;
  readonly labels?: Labels;
  readonly firstSeen?: string;
  readonly at?: string;
  readonly outcome: Outcome;
  readonly rule?: string;
  readonly approvers?: Decision['obligations']['approvers'];
  readonly hours?: boolean;
}

const WRITE = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
const SEND = { ...WRITE, openWorldHint: true };
const DELETE = { ...WRITE, destructiveHint: true };
const LETHAL: Labels = { private: 'known', untrusted: 'known' };

const report = (
  to: string,
  more: Partial<DocumentedCall> = {},
): Pick<DocumentedCall, 'tool' | 'annotations' | 'args'> => ({
  tool: 'mail/send_report',
  annotations: SEND,
  args: { to },
  ...more,
});

/** Every policy of the pages, in the order they stand there. */
const PROMISED: Readonly<Record<string, readonly (readonly DocumentedCall[])[]>> = {
  'demo.md': [
    [
      {
        says: 'what cannot be undone takes two people',
        tool: 'crm/purge',
        annotations: { ...WRITE, reversibleHint: false },
        outcome: 'confirm',
        rule: 'irreversible-by-two',
        approvers: [{ count: 2 }],
      },
      {
        says: 'an address that was read somewhere is no place for private data',
        tool: 'mail/send_mail',
        annotations: SEND,
        args: { to: 'eve@evil.example' },
        labels: LETHAL,
        firstSeen: 'mail/read_mail',
        outcome: 'block',
        rule: 'address-from-untrusted-content',
      },
      {
        says: 'an address that was seen nowhere is asked about',
        tool: 'mail/send_mail',
        annotations: SEND,
        args: { to: 'eve@evil.example' },
        labels: LETHAL,
        outcome: 'confirm',
      },
    ],
  ],
  'hooks.md': [
    [
      {
        says: 'a deployment script asks',
        tool: 'host-codex/Write',
        annotations: WRITE,
        args: { file_path: '/repo/Deploy/run.sh' },
        outcome: 'confirm',
        rule: 'deploy-scripts-ask',
      },
      {
        says: 'any other file does not',
        tool: 'host-codex/Write',
        annotations: WRITE,
        args: { file_path: '/repo/src/a.ts' },
        outcome: 'auto',
      },
    ],
  ],
  'policies.md': [
    [
      {
        says: 'production data is not deleted',
        tool: 'db/drop_table',
        annotations: DELETE,
        args: { environment: 'production' },
        outcome: 'block',
        rule: 'no-production-deletes',
      },
      {
        says: 'other data is asked about',
        tool: 'db/drop_table',
        annotations: DELETE,
        args: { environment: 'test' },
        outcome: 'confirm',
        rule: 'destroys',
      },
      {
        says: 'payments above 1000 need two people of finance',
        tool: 'bank/pay_invoice',
        annotations: SEND,
        args: { amount: 1001 },
        outcome: 'confirm',
        rule: 'large-payments',
        approvers: [{ count: 2, group: 'finance' }],
      },
      {
        says: 'heavy work runs at night',
        tool: 'lab/train',
        annotations: { ...WRITE, resourceIntensiveHint: true },
        outcome: 'auto',
        rule: 'heavy-at-night',
        hours: true,
      },
    ],
    [
      {
        says: 'the report to the team runs by itself',
        ...report('team@example.com'),
        outcome: 'auto',
        rule: 'nightly-report',
      },
      {
        says: 'to anybody else it asks',
        ...report('eve@example.com'),
        outcome: 'confirm',
        rule: 'outward-write',
      },
      {
        says: 'after its end it asks',
        ...report('team@example.com'),
        at: '2027-07-01T00:00:00Z',
        outcome: 'confirm',
        rule: 'outward-write',
      },
      {
        says: 'with untrusted content seen it asks',
        ...report('team@example.com'),
        labels: { private: 'none', untrusted: 'known' },
        outcome: 'confirm',
        rule: 'untrusted-session',
      },
    ],
    [
      {
        says: 'a change of production asks',
        tool: 'ops/restart',
        annotations: WRITE,
        meta: { 'com.example/production': true },
        outcome: 'confirm',
        rule: 'production-asks',
      },
      {
        says: 'a change elsewhere does not',
        tool: 'ops/restart',
        annotations: WRITE,
        meta: { 'com.example/production': false },
        outcome: 'auto',
      },
    ],
  ],
};

const policiesIn = (page: string): readonly string[] =>
  [...readFileSync(join(DOCS, page), 'utf8').matchAll(/^```yaml\n([^]*?)^```$/gm)]
    .map(([, body = '']) => body)
    .filter((body) => /^(rules|extends|exceptions|hints):/m.test(body));

const loaded = (page: string, text: string): Policy => {
  const result = loadPolicy([{ name: page, text }]);
  if (result.ok) return result.policy;
  throw new Error(result.problems.map(formatProblem).join('\n'));
};

const decided = (policy: Policy, promised: DocumentedCall): Decision => {
  const [server = '', name = ''] = promised.tool.split('/');
  const { annotations = {}, meta = {}, args = {}, labels = NO_LABELS, firstSeen, at } = promised;
  const [from = '', reader = ''] = (firstSeen ?? '').split('/');
  const seen = { call: 'c1', path: [], server: from, tool: reader };
  const unproven: readonly UnprovenValue[] =
    firstSeen === undefined ? [] : [{ path: ['to'], role: 'destination', firstSeen: seen }];
  return decide(policy, {
    v: 1,
    policy: policy.revision,
    tool: describeTool({ server, trust: 'trusted', definition: { name, annotations, _meta: meta } }),
    labels,
    words: true,
    origins: { ...UNTRACED_ORIGINS, proven: 'no', destination: 'no', unproven },
    principal: LOCAL_PRINCIPAL,
    args,
    time: { at: Date.parse(at ?? '2026-11-17T12:00:00Z'), offsetMinutes: 0 },
  });
};

const pages = readdirSync(DOCS).filter((page) => page.endsWith('.md') && policiesIn(page).length > 0);

it('every policy of a page has a promise that is checked', () => {
  expect(Object.fromEntries(pages.map((page) => [page, policiesIn(page).length]))).toEqual(
    Object.fromEntries(Object.entries(PROMISED).map(([page, promised]) => [page, promised.length])),
  );
});

describe.each(pages)('the policies of docs/%s', (page) => {
  const cases = policiesIn(page).flatMap((text, index) =>
    (PROMISED[page]?.[index] ?? []).map((promised) => ({ ...promised, text })),
  );

  it.each(cases)('keep the promise that $says', (promised) => {
    const decision = decided(loaded(page, promised.text), promised);
    expect(decision.outcome).toBe(promised.outcome);
    if (promised.rule !== undefined) expect(decision.rules.map(({ id }) => id)).toContain(promised.rule);
    if (promised.approvers !== undefined) expect(decision.obligations.approvers).toEqual(promised.approvers);
    expect(decision.obligations.hours !== null).toBe(promised.hours ?? false);
  });

  it('have nothing to warn about', () => {
    for (const text of policiesIn(page)) expect(lintPolicy(loaded(page, text), undefined)).toEqual([]);
  });
});
