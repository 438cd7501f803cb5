import { Engine, LOCAL_PRINCIPAL, UNTRACED_ORIGINS, describeTool } from '@callgate/core';
import type { Decision, JsonObject, Labels, Policy } from '@callgate/core';
import { isStricter } from '@callgate/core/decide';
import { loadPolicy } from '@callgate/policy';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Office } from '../../../gate/test/office.ts';
import { OFFICE, call, catalogueOf, office, policyText, recorder } from '../../../gate/test/office.ts';
import { answer, times } from '../../test/answer-calls.ts';
import { LOCAL } from '../../test/inbox-office.ts';
import type { PolicyRecommendation } from '../api/report.ts';
import { reportOperations } from '../record/reader-operations.ts';

const MONTH = 30 * 86_400_000;

const LAYERS = [
  {
    name: 'own.yaml',
    text: `extends: balanced
rules:
  - {id: keys-run, tools: "office/put_key", when: tool.described == yes, then: auto, reason: keys are safe}
  - {id: notes-run, tools: "office/read_note", when: tool.described == yes, then: auto, reason: notes are safe}
  - {id: quiet-block, tools: "office/read_salary", then: block, reason: salaries stay here}
`,
  },
];

const POLICY = policyText(LAYERS[0]?.text ?? '');
const TOOLS = OFFICE.flatMap(({ name, server = 'office' }) => catalogueOf().find('tool', server, name) ?? []);

const recommend = ({ store, clock }: Office, least = 5): Promise<PolicyRecommendation> =>
  reportOperations(store.read, clock, () => ({ policy: POLICY, layers: LAYERS, tools: TOOLS }))[
    'policy.recommend'
  ].handle({ since: clock.now() - MONTH, until: clock.now() + 1, least }, LOCAL);

const withLayer = (text: string | null): Policy => {
  const loaded = loadPolicy([...LAYERS, { name: 'recommended.yaml', text: text ?? '' }]);
  if (loaded.ok) return loaded.policy;
  throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
};

const MAIL = { to: 'a@example.com', body: 'x' };
const CLEAN: Labels = { private: 'none', untrusted: 'none' };
const WRITES = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };

interface MailCall {
  readonly hints?: JsonObject;
  readonly labels?: Labels;
  readonly quarantine?: string | null;
  readonly to?: string;
}

const decideMail = (
  policy: Policy,
  { hints = WRITES, labels = CLEAN, quarantine = null, to = MAIL.to }: MailCall,
): Decision =>
  new Engine(policy).decide({
    v: 1,
    tool: describeTool({
      server: 'office',
      trust: 'trusted',
      definition: { name: 'send_mail', annotations: hints },
      quarantine,
    }),
    labels,
    words: true,
    origins: UNTRACED_ORIGINS,
    principal: LOCAL_PRINCIPAL,
    args: { to, body: 'y' },
    time: { at: Date.UTC(2026, 10, 20), offsetMinutes: 0 },
    policy: policy.revision,
  });

const kinds = ({ changes }: PolicyRecommendation): readonly string[] => changes.map(({ kind }) => kind);

describe('what recorded calls speak for', () => {
  it('blocks what nobody called, suspends what let nothing run, and lets run what was always approved', async () => {
    const place = await office({ policy: POLICY });
    await place.gate.run(call('read_note'), recorder().dispatch);
    await times(6, (at) => answer(place, 'send_mail', { ...MAIL, body: `text ${at}` }, 'approve', `s${at}`));
    const found = await recommend(place);
    expect(found.changes).toMatchObject([
      { kind: 'unused-tools', about: 'office', refusal: null },
      { kind: 'unused-tools', about: 'stranger', count: 1 },
      { kind: 'unused-rule', about: 'keys-run', count: 7 },
      { kind: 'always-approved', about: 'office/send_mail', count: 6, distinct: 6, refusal: null },
    ]);
    expect(found.policy).toContain('# office/send_mail: approved 6 times (6 different calls), never denied');
    expect(found.policy).not.toContain('quiet-block');
    const after = withLayer(found.policy);
    const outcomes = Object.fromEntries(
      TOOLS.map(({ tool }) => [
        tool.name,
        new Engine(after).decide({
          v: 1,
          tool,
          labels: CLEAN,
          words: true,
          origins: UNTRACED_ORIGINS,
          principal: LOCAL_PRINCIPAL,
          args: {},
          time: { at: place.clock.now(), offsetMinutes: 0 },
          policy: after.revision,
        }).outcome,
      ]),
    );
    expect(outcomes).toMatchObject({
      read_note: 'auto',
      read_mail: 'block',
      mystery: 'block',
      read_salary: 'block',
      put_key: 'block',
    });
    expect(decideMail(after, {}).outcome).toBe('auto');
    expect(decideMail(after, { to: 'eve@example.com' }).outcome).toBe('confirm');
  });

  it('is nothing where calls were denied once, too few, or made after untrusted content was read', async () => {
    const denied = await office({ policy: POLICY });
    await times(6, (at) => answer(denied, 'send_mail', MAIL, 'approve', `s${at}`));
    await answer(denied, 'send_mail', MAIL, 'refuse', 'last');
    expect(kinds(await recommend(denied))).not.toContain('always-approved');
    const few = await office({ policy: POLICY });
    await times(6, (at) => answer(few, 'send_mail', MAIL, 'approve', `s${at}`));
    expect(kinds(await recommend(few, 7))).not.toContain('always-approved');
    expect(kinds(await recommend(few, 6))).toContain('always-approved');
    const labelled = await office({ policy: POLICY });
    await times(6, async (at) => {
      await labelled.gate.run(call('search_web', {}, { context: `s${at}` }), recorder().dispatch);
      await answer(labelled, 'send_mail', MAIL, 'approve', `s${at}`);
    });
    expect(kinds(await recommend(labelled))).not.toContain('always-approved');
  });

  it('is nothing without a call, and nothing where the policy is not known', async () => {
    const { store, clock, ...place } = await office({ policy: POLICY });
    expect(await recommend({ ...place, store, clock })).toMatchObject({
      calls: 0,
      changes: [],
      policy: null,
    });
    const unknown = reportOperations(store.read, clock, () => undefined)['policy.recommend'];
    expect(await unknown.handle({ since: 0, until: 1, least: 5 }, LOCAL)).toMatchObject({ policy: null });
  });

  it('never loosens what is quarantined, privileged, irreversible, destructive or after untrusted content', async () => {
    const place = await office({ policy: POLICY });
    await times(6, (at) => answer(place, 'send_mail', { ...MAIL, body: `text ${at}` }, 'approve', `s${at}`));
    const after = withLayer((await recommend(place)).policy);
    const claim = fc.constantFrom(undefined, true, false);
    const strength = fc.constantFrom('none' as const, 'none' as const, 'possible' as const, 'known' as const);
    let loosened = 0;
    fc.assert(
      fc.property(
        fc.record({
          readOnlyHint: fc.constantFrom(undefined, false),
          destructiveHint: fc.constantFrom(false, false, true, undefined),
          openWorldHint: claim,
          privilegedAccessHint: claim,
          reversibleHint: claim,
        }),
        fc.record({ private: strength, untrusted: strength }),
        fc.constantFrom(null, null, 'changed'),
        (claims, labels, quarantine) => {
          const hints = JSON.parse(JSON.stringify(claims)) as JsonObject;
          const before = decideMail(POLICY, { hints, labels, quarantine });
          const now = decideMail(after, { hints, labels, quarantine });
          const { facts } = before;
          const isLooser = isStricter(before.outcome, now.outcome);
          if (isLooser) loosened += 1;
          expect(
            isLooser &&
              (quarantine !== null ||
                facts.privileged === 'yes' ||
                facts.irreversible === 'yes' ||
                facts.destroys !== 'no' ||
                labels.untrusted !== 'none'),
          ).toBe(false);
        },
      ),
      { numRuns: 300, seed: 1 },
    );
    expect(loosened).toBeGreaterThan(0);
  });
});
