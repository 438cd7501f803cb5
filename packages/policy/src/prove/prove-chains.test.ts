import type { JsonObject, Policy, ToolDescription, TrustLevel } from '@callgate/core';
import { decide, describeTool, traceTool } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { loadPolicy, parseCondition, presetPolicy } from '../index.ts';
import type { ChainProof, ChainTool } from './prove-chains.ts';
import { proveChains } from './prove-chains.ts';

const tool = (
  name: string,
  annotations: JsonObject,
  more: Partial<ToolDescription> & { readonly trust?: TrustLevel } = {},
): ChainTool => {
  const described = describeTool({
    server: 'server',
    trust: 'trusted',
    definition: { name, annotations },
    ...more,
  });
  const { raises, agentic } = traceTool(described, { name, annotations });
  return { tool: described, raises, agentic };
};

const WEB = tool('fetch_page', {
  readOnlyHint: true,
  openWorldHint: false,
  unsafeOutputHint: true,
  sensitiveDataHint: false,
});
const PEOPLE = tool('read_record', {
  readOnlyHint: true,
  openWorldHint: false,
  sensitiveDataHint: true,
  unsafeOutputHint: false,
});
const MAIL = tool('send_mail', {
  readOnlyHint: false,
  destructiveHint: false,
  openWorldHint: true,
  reversibleHint: true,
  sensitiveDataHint: false,
});
const DISK = tool('delete_file', {
  readOnlyHint: false,
  destructiveHint: true,
  openWorldHint: false,
  unsafeOutputHint: false,
  sensitiveDataHint: false,
});

const policyOf = (text: string): Policy => {
  const loaded = loadPolicy([{ name: 'mine.yaml', text }]);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
};

const LAX = policyOf('rules: [{id: all, when: tool.described == yes, then: auto, reason: fine}]');

const chainOf = (proofs: readonly ChainProof[], kind: ChainProof['kind']): string => {
  const proof = proofs.find((each) => each.kind === kind);
  if (proof?.answer !== 'yes') return proof?.answer ?? '';
  return proof.steps.map(({ input }) => input.tool.name).join(' → ');
};

describe('chains of calls with nobody asked', () => {
  it('are found with the fewest calls', () => {
    const proofs = proveChains(LAX, [MAIL, DISK, PEOPLE, WEB]);
    // what MAIL answers is untrusted too, for it reaches outside
    expect(chainOf(proofs, 'untrusted-to-destructive')).toMatch(/^(?:fetch_page|send_mail) → delete_file$/);
    expect(chainOf(proofs, 'trifecta')).toMatch(
      /^(?:(?:send_mail|fetch_page) → read_record|read_record → (?:send_mail|fetch_page)) → send_mail$/,
    );
  });

  it('are made of calls that do run by themselves, in the session that those before left', () => {
    for (const proof of proveChains(LAX, [MAIL, DISK, PEOPLE, WEB])) {
      if (proof.answer !== 'yes') throw new Error(proof.kind);
      for (const [at, { input, decision }] of proof.steps.entries()) {
        expect(decide(LAX, input)).toEqual(decision);
        expect(decision.outcome).toBe('auto');
        expect(input.labels).toEqual(proof.steps[at - 1]?.labels ?? { private: 'none', untrusted: 'none' });
      }
    }
  });

  it.each(['strict', 'balanced', 'intent'] as const)('are none under %s', (preset) => {
    const proofs = proveChains(presetPolicy(preset), [MAIL, DISK, PEOPLE, WEB]);
    expect(proofs.map(({ answer }) => answer)).toEqual(['no', 'no']);
  });

  it('are there where a policy only observes', () => {
    const proofs = proveChains(presetPolicy('observe'), [MAIL, DISK, PEOPLE, WEB]);
    expect(proofs.map(({ answer }) => answer)).toEqual(['yes', 'yes']);
  });

  it('are none where a step of them is missing', () => {
    expect(chainOf(proveChains(LAX, [PEOPLE, DISK]), 'untrusted-to-destructive')).toBe('no');
    expect(chainOf(proveChains(LAX, [WEB, DISK]), 'trifecta')).toBe('no');
  });

  it('go by the arguments that make a call automatic', () => {
    const small = policyOf(
      'rules: [{id: small, when: tool.described == yes && args.size < 10, then: auto, reason: small}]',
    );
    const proofs = proveChains(small, [WEB, DISK]);
    expect(chainOf(proofs, 'untrusted-to-destructive')).toBe('fetch_page → delete_file');
  });

  it('go by what an operator says of some arguments', () => {
    const dry = tool(
      'delete_file',
      { readOnlyHint: false, destructiveHint: true, openWorldHint: false, unsafeOutputHint: false },
      {
        overrides: [
          { set: { readOnly: 'yes', destructive: 'no' }, when: parseCondition('args.dry == true') },
        ],
      },
    );
    const reads = policyOf(
      'rules: [{id: reads, when: tool.described == yes && tool.mutates == no, then: auto, reason: reads}]',
    );
    expect(chainOf(proveChains(reads, [WEB, dry]), 'untrusted-to-destructive')).toBe('no');
    expect(chainOf(proveChains(LAX, [WEB, dry]), 'untrusted-to-destructive')).toBe(
      'fetch_page → delete_file',
    );
  });

  it('count what an agentic tool reads itself before it acts', () => {
    const agent = tool('do_all', {
      readOnlyHint: false,
      openWorldHint: true,
      agencyHint: true,
      sensitiveDataHint: true,
      unsafeOutputHint: true,
    });
    expect(chainOf(proveChains(LAX, [agent]), 'trifecta')).toBe('do_all');
  });

  it('mind exceptions, and what untrusted servers claim of their tools only to their harm', () => {
    const loaded = policyOf(`rules:
  - {id: all, when: tool.described == yes, then: auto, reason: fine}
  - {id: hold, when: tool.destroys != no, then: confirm, reason: ask}
exceptions:
  - {id: small, rule: hold, unless: args.size < 3, reason: small, until: 2099-01-01}`);
    expect(chainOf(proveChains(loaded, [WEB, DISK]), 'untrusted-to-destructive')).toBe(
      'fetch_page → delete_file',
    );
    const stranger = tool('erase', { readOnlyHint: true, openWorldHint: false }, { trust: 'untrusted' });
    expect(chainOf(proveChains(loaded, [WEB, stranger]), 'untrusted-to-destructive')).toBe('no');
  });

  it('are undecided where only the last call may or may not be automatic', () => {
    const odd = policyOf(
      'rules: [{id: reads, when: tool.described == yes && (tool.mutates == no || (size(args.a) > 1 && size(args.a) < 2)), then: auto, reason: odd}]',
    );
    expect(proveChains(odd, [WEB, DISK])[1]).toMatchObject({
      answer: 'undecided',
      because: ['server/delete_file'],
    });
  });

  it('are undecided where a condition cannot be looked into', () => {
    const odd = policyOf(
      'rules: [{id: odd, when: tool.described == yes && size(args.a) > 1 && size(args.a) < 2, then: auto, reason: odd}]',
    );
    const [trifecta, destructive] = proveChains(odd, [WEB, DISK, PEOPLE, MAIL]);
    expect(trifecta).toEqual({
      kind: 'trifecta',
      answer: 'undecided',
      because: expect.arrayContaining(['server/fetch_page']),
    });
    expect(destructive?.answer).toBe('undecided');
  });
});
