import type { Decision, JsonObject, Labels, Outcome, Policy, TrustLevel } from '@callgate/core';
import { LOCAL_PRINCIPAL, NO_LABELS, UNTRACED_ORIGINS, decide, describeTool } from '@callgate/core';
import type { Obligations } from '@callgate/core/decide';
import type { Origins } from '@callgate/core/label';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import { describe, expect, it } from 'vitest';
import { presetPolicy } from '../src/preset-policy.ts';

/** What a cell of the table says: the outcome, and what is asked for besides. All else is as it ordinarily is. */
interface TableCell extends Partial<Obligations> {
  readonly outcome: Outcome;
}

interface TableRow {
  readonly fact: string;
  readonly annotations: JsonObject;
  readonly trust?: TrustLevel;
  readonly labels?: Labels;
  readonly origins?: Origins;
  readonly quarantine?: string;
  /** A rule that must be among those that fired, in every preset or in the one named. */
  readonly because?: string;
  readonly strict: TableCell;
  readonly balanced: TableCell;
  readonly intent: TableCell;
}

const READ = { readOnlyHint: true, openWorldHint: false };
const OUTWARD_READ = { readOnlyHint: true, openWorldHint: true };
const ADD = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
const SEND = { readOnlyHint: false, destructiveHint: false, openWorldHint: true };
const DELETE = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };

const auto: TableCell = { outcome: 'auto' };
const confirm: TableCell = { outcome: 'confirm' };
const block: TableCell = { outcome: 'block' };
const byTwo: TableCell = { outcome: 'confirm', approvers: [{ count: 2 }] };
const strong: TableCell = { outcome: 'confirm', terms: 'strong' };

const recorded = { audit: 'full', noCaching: true } as const;
const UNTRUSTED: Labels = { private: 'none', untrusted: 'known' };
const LETHAL: Labels = { private: 'known', untrusted: 'known' };
const PROVEN: Origins = { ...UNTRACED_ORIGINS, proven: 'yes', destination: 'yes' };
const DESTINATION_PROVEN: Origins = { ...UNTRACED_ORIGINS, proven: 'no', destination: 'yes' };

/** The table of DESIGN.md, row by row. */
const TABLE: readonly TableRow[] = [
  {
    fact: 'described, read-only, not outward',
    annotations: READ,
    strict: auto,
    balanced: auto,
    intent: auto,
  },
  {
    fact: 'described, read-only, outward',
    annotations: OUTWARD_READ,
    strict: confirm,
    balanced: auto,
    intent: auto,
  },
  {
    fact: 'described, additive write, closed world',
    annotations: ADD,
    strict: confirm,
    balanced: auto,
    intent: auto,
  },
  {
    fact: 'described, reversible write, closed world',
    annotations: { ...ADD, reversibleHint: true },
    strict: { ...confirm, undo: true },
    balanced: { ...auto, undo: true },
    intent: { ...auto, undo: true },
  },
  {
    fact: 'described, outward write',
    annotations: SEND,
    strict: confirm,
    balanced: confirm,
    intent: auto,
  },
  {
    fact: 'destroys',
    annotations: DELETE,
    strict: confirm,
    balanced: confirm,
    intent: auto,
  },
  {
    fact: 'destroys and outward',
    annotations: { ...DELETE, openWorldHint: true },
    strict: confirm,
    balanced: confirm,
    intent: auto,
  },
  {
    fact: 'irreversible',
    annotations: { ...ADD, reversibleHint: false },
    because: 'irreversible',
    strict: byTwo,
    balanced: confirm,
    intent: confirm,
  },
  {
    fact: 'privileged write',
    annotations: { ...ADD, privilegedAccessHint: true },
    because: 'privileged',
    strict: confirm,
    balanced: confirm,
    intent: confirm,
  },
  {
    fact: 'privileged read',
    annotations: { ...READ, privilegedAccessHint: true },
    because: 'privileged',
    strict: confirm,
    balanced: confirm,
    intent: confirm,
  },
  {
    fact: 'sensitive',
    annotations: { ...READ, sensitiveDataHint: true },
    because: 'sensitive-duties',
    strict: { ...confirm, ...recorded },
    balanced: { ...auto, ...recorded },
    intent: { ...auto, ...recorded },
  },
  {
    fact: 'secret, which is sensitive too',
    annotations: { ...READ, secretHint: true },
    because: 'sensitive-duties',
    strict: { ...confirm, ...recorded },
    balanced: { ...auto, ...recorded },
    intent: { ...auto, ...recorded },
  },
  {
    fact: 'sensitive and privileged',
    annotations: { ...READ, sensitiveDataHint: true, privilegedAccessHint: true },
    because: 'sensitive-and-privileged',
    strict: { ...byTwo, ...recorded },
    balanced: { ...strong, ...recorded },
    intent: { ...strong, ...recorded },
  },
  {
    fact: 'agentic',
    annotations: { ...READ, agencyHint: true },
    because: 'agentic-progress',
    strict: { ...confirm, progress: true },
    balanced: { ...auto, progress: true },
    intent: { ...auto, progress: true },
  },
  {
    fact: 'agentic and destroying',
    annotations: { ...DELETE, agencyHint: true },
    because: 'agentic-and-destroying',
    strict: { ...byTwo, progress: true },
    balanced: { ...strong, progress: true },
    intent: { ...confirm, progress: true },
  },
  {
    fact: 'AI and sensitive',
    annotations: { ...READ, aiProcessingHint: true, sensitiveDataHint: true },
    because: 'ai-and-sensitive',
    strict: { ...confirm, ...recorded, aiTag: true },
    balanced: { ...auto, ...recorded, aiTag: true },
    intent: { ...auto, ...recorded, aiTag: true },
  },
  {
    fact: 'requiresConfirmation',
    annotations: { ...READ, requiresConfirmation: true },
    because: 'asks-for-confirmation',
    strict: confirm,
    balanced: confirm,
    intent: confirm,
  },
  {
    fact: 'undescribed: an untrusted server that says nothing',
    annotations: {},
    trust: 'untrusted',
    because: 'undescribed',
    strict: { ...block, notify: ['operator'] },
    balanced: confirm,
    intent: confirm,
  },
  {
    fact: 'undescribed: an untrusted server that says it only reads',
    annotations: READ,
    trust: 'untrusted',
    because: 'undescribed',
    strict: { ...block, notify: ['operator'] },
    balanced: confirm,
    intent: confirm,
  },
  {
    fact: 'undescribed: a trusted server that says nothing',
    annotations: {},
    because: 'undescribed',
    strict: { ...block, notify: ['operator'] },
    balanced: confirm,
    intent: confirm,
  },
  {
    fact: 'conflicting',
    annotations: { readOnlyHint: true, destructiveHint: true, openWorldHint: false },
    because: 'conflicting',
    strict: { ...block, notify: ['operator'] },
    balanced: { ...confirm, notify: ['operator'] },
    intent: { ...confirm, notify: ['operator'] },
  },
  {
    fact: 'quarantined',
    annotations: READ,
    quarantine: 'its definition changed',
    because: 'quarantined',
    strict: block,
    balanced: block,
    intent: block,
  },
  {
    fact: 'untrusted session, an inside write, not proven',
    annotations: ADD,
    labels: UNTRUSTED,
    because: 'untrusted-session',
    strict: confirm,
    balanced: confirm,
    intent: confirm,
  },
  {
    fact: 'untrusted session, an outward read, not proven',
    annotations: OUTWARD_READ,
    labels: UNTRUSTED,
    because: 'untrusted-session',
    strict: confirm,
    balanced: confirm,
    intent: confirm,
  },
  {
    fact: 'untrusted session, an inside write, only its destination proven',
    annotations: ADD,
    labels: UNTRUSTED,
    origins: DESTINATION_PROVEN,
    because: 'untrusted-session',
    strict: confirm,
    balanced: confirm,
    intent: confirm,
  },
  {
    fact: 'untrusted session, but an inside read',
    annotations: READ,
    labels: UNTRUSTED,
    strict: auto,
    balanced: auto,
    intent: auto,
  },
  {
    fact: 'private session without untrusted content',
    annotations: ADD,
    labels: { private: 'known', untrusted: 'none' },
    strict: confirm,
    balanced: auto,
    intent: auto,
  },
  {
    fact: 'trifecta by an outward write, destination unproven',
    annotations: SEND,
    labels: LETHAL,
    because: 'trifecta',
    strict: { ...block, terms: 'strong' },
    balanced: strong,
    intent: strong,
  },
  {
    fact: 'trifecta by an outward read, destination unproven',
    annotations: OUTWARD_READ,
    labels: LETHAL,
    because: 'trifecta',
    strict: { ...block, terms: 'strong' },
    balanced: strong,
    intent: strong,
  },
  {
    fact: 'trifecta by a public destination, destination unproven',
    annotations: { ...ADD, openWorldHint: true, inputMetadata: { destination: 'public' } },
    labels: LETHAL,
    because: 'trifecta',
    strict: { ...block, terms: 'strong' },
    balanced: strong,
    intent: strong,
  },
  {
    fact: 'private and untrusted, outward, but its destination proven',
    annotations: SEND,
    labels: LETHAL,
    origins: DESTINATION_PROVEN,
    because: 'untrusted-session',
    strict: confirm,
    balanced: confirm,
    intent: confirm,
  },
  {
    fact: 'proven in a labelled session: an inside write',
    annotations: ADD,
    labels: LETHAL,
    origins: PROVEN,
    strict: confirm,
    balanced: auto,
    intent: auto,
  },
  {
    fact: 'proven in a labelled session: an outward write',
    annotations: SEND,
    labels: LETHAL,
    origins: PROVEN,
    strict: confirm,
    balanced: confirm,
    intent: auto,
  },
  {
    fact: 'proven in a labelled session: a destroying call',
    annotations: DELETE,
    labels: UNTRUSTED,
    origins: PROVEN,
    strict: confirm,
    balanced: confirm,
    intent: auto,
  },
  {
    fact: 'proven in a labelled session: an irreversible call',
    annotations: { ...ADD, reversibleHint: false },
    labels: LETHAL,
    origins: PROVEN,
    because: 'irreversible',
    strict: byTwo,
    balanced: confirm,
    intent: confirm,
  },
];

const ORDINARY: Obligations = {
  approvers: [],
  terms: 'plain',
  audit: 'standard',
  redact: [],
  noCaching: false,
  timeoutMs: null,
  retries: 0,
  concurrency: [],
  hours: null,
  progress: false,
  aiTag: false,
  undo: false,
  preview: false,
  notify: [],
  model: { atLeast: null, atMost: null },
};

const judge = (
  policy: Policy,
  row: Omit<TableRow, 'strict' | 'balanced' | 'intent'>,
  words: boolean,
): Decision =>
  decide(policy, {
    v: 1,
    tool: describeTool({
      server: 'things',
      trust: row.trust ?? 'trusted',
      definition: { name: 'thing', annotations: row.annotations },
      quarantine: row.quarantine ?? null,
    }),
    labels: row.labels ?? NO_LABELS,
    words,
    origins: row.origins ?? UNTRACED_ORIGINS,
    principal: LOCAL_PRINCIPAL,
    args: {},
    time: { at: 0, offsetMinutes: 0 },
    policy: policy.revision,
  });

const ruleIds = (decision: Decision): string[] => decision.rules.map((rule) => rule.id);

describe.each(['strict', 'balanced', 'intent'] as const)('%s', (preset) => {
  it.each(TABLE)('decides: $fact', (row) => {
    const { outcome, ...demands } = row[preset];
    const decision = judge(presetPolicy(preset), row, true);
    expect(decision.outcome).toBe(outcome);
    expect(decision.mode).toBe('enforce');
    expect(decision.obligations).toEqual({ ...ORDINARY, ...demands });
    if (row.because !== undefined) expect(ruleIds(decision)).toContain(row.because);
  });

  it('has reasons that are headlines: sentence case, at most 12 words, no full stop', () => {
    for (const { id, reason } of presetPolicy(preset).rules) {
      expect(reason.split(/\s+/).length, id).toBeLessThanOrEqual(12);
      expect(reason, id).toMatch(/^[A-Z].*[^.]$/);
    }
  });

  it('says of AI on sensitive data that data protection applies', () => {
    const row = TABLE.find(({ fact }) => fact === 'AI and sensitive');
    expect(row && judge(presetPolicy(preset), row, true).reasons).toContain(
      'Gives sensitive data to an AI model; data protection applies',
    );
  });

  it('asks the more, never the less, the more the session has touched', () => {
    const RANK = { auto: 0, confirm: 1, block: 2 } as const;
    for (const row of TABLE)
      for (const words of [true, false]) {
        const outcomes = LABEL_STRENGTHS.map((strength) =>
          judge(presetPolicy(preset), { ...row, labels: { private: strength, untrusted: strength } }, words),
        ).map(({ outcome }) => RANK[outcome]);
        expect(outcomes.toSorted(), row.fact).toEqual(outcomes);
      }
  });

  it('gives an undescribed tool under possible labels to the undescribed rule alone', () => {
    for (const labels of [
      { private: 'possible', untrusted: 'possible' },
      { private: 'none', untrusted: 'possible' },
      { private: 'known', untrusted: 'possible' },
    ] as const)
      for (const trust of ['untrusted', 'trusted'] as const) {
        const decision = judge(presetPolicy(preset), { fact: '', annotations: {}, trust, labels }, true);
        const deciding = decision.rules.filter(({ outcome }) => outcome !== null).map(({ id }) => id);
        expect(deciding).toContain('undescribed');
        expect(deciding).not.toContain('untrusted-session');
        expect(deciding).not.toContain('trifecta');
        expect(deciding).not.toContain('possible-trifecta');
        expect(decision.obligations.terms).toBe('plain');
      }
  });
});

describe('observe', () => {
  it.each(TABLE)('computes what balanced decides and enforces nothing: $fact', (row) => {
    for (const words of [true, false]) {
      const observed = judge(presetPolicy('observe'), row, words);
      const enforced = judge(presetPolicy('balanced'), row, words);
      expect(observed).toEqual({ ...enforced, mode: 'observe', policy: observed.policy });
    }
  });
});

describe('intent without the person’s words', () => {
  it.each(TABLE)('behaves as balanced: $fact', (row) => {
    const intent = judge(presetPolicy('intent'), row, false);
    const balanced = judge(presetPolicy('balanced'), row, false);
    expect({ outcome: intent.outcome, obligations: intent.obligations }).toEqual({
      outcome: balanced.outcome,
      obligations: balanced.obligations,
    });
  });
});

describe('strict and balanced', () => {
  it.each(TABLE)('do not care whether the words are known: $fact', (row) => {
    for (const preset of ['strict', 'balanced'] as const)
      expect(judge(presetPolicy(preset), row, false)).toEqual(judge(presetPolicy(preset), row, true));
  });
});

describe('a possible label', () => {
  const POSSIBLE: Labels = { private: 'possible', untrusted: 'possible' };
  const at = (annotations: JsonObject, labels: Labels, origins = UNTRACED_ORIGINS): Decision =>
    judge(presetPolicy('balanced'), { fact: '', annotations, labels, origins }, true);

  it.each([
    ['a read', READ],
    ['an inside write', ADD],
    ['a reversible inside write', { ...ADD, reversibleHint: true }],
  ])('does not hold %s', (_, annotations) => {
    expect(at(annotations, POSSIBLE).outcome).toBe('auto');
    expect(ruleIds(at(annotations, POSSIBLE))).not.toContain('untrusted-session');
  });

  it.each([
    ['an outward read', OUTWARD_READ],
    ['an outward write', SEND],
    ['a destroying call', DELETE],
  ])('holds %s that somebody said is one', (_, annotations) => {
    expect(ruleIds(at(annotations, POSSIBLE))).toContain('untrusted-session');
    expect(at(annotations, POSSIBLE).outcome).toBe('confirm');
    expect(ruleIds(at(annotations, POSSIBLE, PROVEN))).not.toContain('untrusted-session');
  });

  it('does not hold what is outward only because nobody said otherwise', () => {
    const closed = at({ readOnlyHint: true }, POSSIBLE);
    expect(closed.facts.outward).toBe('yes');
    expect(closed.outcome).toBe('auto');
  });

  it.each(['strict', 'balanced', 'intent'] as const)(
    'holds a declared write without a destructive hint under %s, unless its values are proven',
    (preset) => {
      const write = {
        fact: '',
        annotations: { readOnlyHint: false, openWorldHint: false },
        labels: POSSIBLE,
      };
      const held = judge(presetPolicy(preset), write, true);
      expect(ruleIds(held)).toContain('untrusted-session');
      expect(held.outcome).toBe('confirm');
      const proven = judge(presetPolicy(preset), { ...write, origins: PROVEN }, true);
      expect(ruleIds(proven)).not.toContain('untrusted-session');
      const additive = { ...write, annotations: { ...write.annotations, destructiveHint: false } };
      expect(ruleIds(judge(presetPolicy(preset), additive, true))).not.toContain('untrusted-session');
    },
  );

  it('makes a trifecta of an outward call, with strong terms and never a block', () => {
    for (const preset of ['strict', 'balanced', 'intent'] as const) {
      const row = { fact: '', annotations: SEND, labels: POSSIBLE };
      const decision = judge(presetPolicy(preset), row, true);
      expect(decision.outcome).toBe('confirm');
      expect(decision.obligations.terms).toBe('strong');
    }
  });
});

/** The manifest that the side-effect disclosure specification gives as its example. */
describe('the example of the side-effect disclosure specification', () => {
  const CALENDAR = {
    read: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    delete: { destructiveHint: true, idempotentHint: false, requiresConfirmation: true },
  };

  it.each(['strict', 'balanced', 'intent'] as const)(
    'reads the calendar by itself and confirms a deletion on a trusted server under %s',
    (preset) => {
      const at = (annotations: JsonObject): Decision =>
        judge(presetPolicy(preset), { fact: '', annotations }, true);
      expect(at(CALENDAR.read).outcome).toBe('auto');
      const deletion = at(CALENDAR.delete);
      expect(deletion.facts.described).toBe('yes');
      expect(deletion.facts.mutates).toBe('yes');
      expect(deletion.outcome).toBe('confirm');
      expect(ruleIds(deletion)).not.toContain('undescribed');
    },
  );

  it.each([
    ['strict', 'block'],
    ['balanced', 'confirm'],
    ['intent', 'confirm'],
  ] as const)('under %s a server without trust describes nothing by it: %s', (preset, outcome) => {
    const row = { fact: '', annotations: CALENDAR.delete, trust: 'untrusted' } as const;
    const decision = judge(presetPolicy(preset), row, true);
    expect(decision.facts.described).toBe('no');
    expect(decision.outcome).toBe(outcome);
  });
});
