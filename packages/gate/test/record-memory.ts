import type { Json, JsonObject } from '@callgate/core';
import { canonical } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import type { AuditLogReader } from '../src/audit/verify-audit-log.ts';
import { getCallSecretScope } from '../src/record/call-details.ts';
import type { CallRow, CallState } from '../src/record/call-row.ts';
import { EMPTY_LOG_HEAD, chainEntry } from '../src/record/chain-entry.ts';
import { makeCheckpoint } from '../src/record/checkpoint.ts';
import type { Checkpoint, AuditEntry, StoredEntry } from '../src/record/audit-entry.ts';
import type { Grant } from '../src/record/grant.ts';
import { makeKeptText } from '../src/record/kept-text.ts';
import type { Keys } from '../src/record/keys.ts';
import { memoryKeys } from '../src/record/memory-keys.ts';
import { Frontier } from '../src/record/merkle.ts';
import { sealArguments } from '../src/record/secrets.ts';
import type { Vote } from '../src/record/vote.ts';
import type { LabelHolder, StoredLabels } from '../src/store/store-reader.ts';

const START = Date.UTC(2026, 10, 15, 12);

/** What a record consists of, in the open, so that tests can change it as an attacker would. */
export interface MemoryLog {
  rows: StoredEntry[];
  checkpoints: Checkpoint[];
  kept: Map<string, string>;
  calls: Map<string, CallRow>;
  votes: Vote[];
  grants: Grant[];
  labels: ReadonlyMap<LabelHolder, readonly StoredLabels[]>;
}

export const copyOf = (recorded: MemoryLog): MemoryLog => ({
  rows: [...recorded.rows],
  checkpoints: [...recorded.checkpoints],
  kept: new Map(recorded.kept),
  calls: new Map(recorded.calls),
  votes: [...recorded.votes],
  grants: [...recorded.grants],
  labels: new Map(recorded.labels),
});

/** Reads it as a store would. */
export const readerOf = (recorded: MemoryLog): AuditLogReader => ({
  head: async () => recorded.rows.at(-1) ?? EMPTY_LOG_HEAD,
  hashes: async (from, limit) =>
    recorded.rows
      .filter(({ seq }) => seq >= from)
      .slice(0, limit)
      .map(({ hash }) => hash),
  rowsOfNoCall: async ({ afterSeq = 0 }, limit) =>
    recorded.rows.filter(({ seq, call }) => call === null && seq > afterSeq).slice(0, limit),
  rows: async (from, limit) => recorded.rows.filter(({ seq }) => seq >= from).slice(0, limit),
  checkpoints: async () => recorded.checkpoints,
  kept: async (name) => recorded.kept.get(name),
  keptDigests: async (after, limit) =>
    [...recorded.kept.keys()]
      .filter((name) => name > after)
      .toSorted()
      .slice(0, limit),
  callsAfter: async (after, limit) =>
    [...recorded.calls.values()]
      .filter(({ id }) => id > after)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .slice(0, limit),
  call: async (id) => recorded.calls.get(id),
  rowsOfCall: async (id) => recorded.rows.filter(({ call }) => call === id),
  votes: async (id) => recorded.votes.filter(({ call }) => call === id),
  grants: async () => ({ items: recorded.grants, next: null }),
  storedLabels: async (of, after) => (recorded.labels.get(of) ?? []).filter(({ name }) => name > after),
  voteCount: async () => recorded.votes.length,
});

/** Numbers that look random and are the same every time. */
export const seeded = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** The same rows in a sequence of their own: what somebody can do who rewrites everything. */
export const relinked = (entries: readonly AuditEntry[], ats: readonly number[]): StoredEntry[] => {
  const rows: StoredEntry[] = [];
  for (const [index, entry] of entries.entries())
    rows.push(chainEntry(rows.at(-1) ?? EMPTY_LOG_HEAD, entry, ats[index] ?? START, `e${index}`));
  return rows;
};

/** What a row was made from. */
export const entryOf = (row: StoredEntry): AuditEntry => {
  const text: {
    readonly outcome: AuditEntry['outcome'];
    readonly principal_id: string;
    readonly tool_name: string;
    readonly extensions: { readonly 'dev.callgate': JsonObject };
  } = JSON.parse(Buffer.from(row.bytes).toString('ascii'));
  const { v: _v, seq: _seq, call: _call, ...detail } = text.extensions['dev.callgate'];
  return {
    event: row.event,
    outcome: text.outcome,
    principal: text.principal_id,
    tool: text.tool_name,
    call: row.call,
    detail,
  };
};

const TOOLS = ['mail/send', 'files/read', 'bank/pay', 'notes/add'] as const;

/** Writes a record of many lives, as the gate does, without a gate. */
export class MemoryLogWriter {
  readonly recorded: MemoryLog = {
    rows: [],
    checkpoints: [],
    kept: new Map(),
    calls: new Map(),
    votes: [],
    grants: [],
    labels: new Map(),
  };
  readonly keys: Keys;
  readonly #frontier: Frontier = new Frontier();
  readonly #policy: string;
  #now = START;
  #calls = 0;

  constructor(keys: Keys = memoryKeys()) {
    this.keys = keys;
    this.#policy = this.#keep('policy', { mode: 'enforce', hints: {}, rules: [], timeoutCapMs: null });
    this.append('opened', null, { policy: this.#policy, name: 'balanced' });
  }

  #keep(domain: 'policy' | 'tool-input' | 'decision', value: Json): string {
    const kept = makeKeptText(domain, value);
    this.recorded.kept.set(kept.digest, kept.text);
    return kept.digest;
  }

  get now(): number {
    return this.#now;
  }

  wait(ms: number): void {
    this.#now += ms;
  }

  append(
    event: AuditEntry['event'],
    call: CallRow | null,
    detail: JsonObject,
    principal = 'ada',
  ): StoredEntry {
    const head = this.recorded.rows.at(-1) ?? EMPTY_LOG_HEAD;
    const entry: AuditEntry = {
      event,
      outcome: event === 'blocked' || event === 'refused' ? 'denied' : 'allowed',
      principal,
      tool: call === null ? '' : `${call.server}/${call.target}`,
      call: call?.id ?? null,
      detail,
    };
    const row = chainEntry(head, entry, this.#now, `e${head.seq + 1}`);
    this.recorded.rows.push(row);
    this.#frontier.append(row.hash);
    return row;
  }

  checkpoint(): Checkpoint {
    const head = this.recorded.rows.at(-1) ?? EMPTY_LOG_HEAD;
    const made = makeCheckpoint(this.keys, this.#frontier, head.hash, this.#now);
    this.recorded.checkpoints.push(made);
    return made;
  }

  #save(call: CallRow): CallRow {
    this.recorded.calls.set(call.id, call);
    return call;
  }

  /** A call is taken in and stands at `state`. */
  receive(
    state: CallState,
    outcome: CallRow['outcome'],
    more: Partial<CallRow> = {},
    args?: JsonObject,
  ): CallRow {
    this.#calls += 1;
    const id = `c${String(this.#calls).padStart(8, '0')}`;
    const [server = '', target = ''] = (TOOLS[this.#calls % TOOLS.length] ?? '').split('/');
    const values = args ?? {
      to: `somebody-${this.#calls}@example.com`,
      text: 'words '.repeat(this.#calls % 20),
      token: 'hunter22',
    };
    const text = canonical(values);
    const redact = ['token'];
    const call = {
      id,
      state,
      principal: { subject: 'ada', kind: 'human', groups: [], roles: [], delegation: [] },
      context: 'ctx',
      session: 'session:ctx',
      authenticated: true,
      kind: 'tool',
      server,
      target,
      definition: digest('definition', target),
      argumentsDigest: digest('call-arguments', values),
      sealedArguments: sealArguments(this.keys, text, redact, getCallSecretScope(id)),
      policy: this.#policy,
      outcome,
      enforced: true,
      binding: state === 'held' ? `binding-${id}` : null,
      waiting: state === 'held' ? 'people' : null,
      attempt: state === 'dispatching' ? 1 : 0,
      grant: null,
      twin: null,
      ai: this.#calls % 5 === 0,
      receivedAt: this.#now,
      expiresAt: state === 'held' ? this.#now + 3_600_000 : null,
      dispatchedAt: state === 'dispatching' ? this.#now : null,
      endedAt: state === 'held' || state === 'dispatching' ? null : this.#now,
      fault: null,
      settled: null,
      ...more,
    } as unknown as CallRow;
    this.append(state, call, { arrows: ['received', 'decided', state], ...this.#decided(call, redact) });
    return this.#save(call);
  }

  #decided(call: CallRow, redact: readonly string[]): JsonObject {
    const tool = this.#keep('tool-input', { server: call.server, name: call.target });
    const kept = this.#keep('decision', {
      beliefs: {
        readOnly: { value: call.target === 'read' ? 'yes' : 'no', ground: 'claim' },
        openWorld: { value: call.target === 'send' ? 'yes' : 'unknown', ground: 'default' },
      },
      facts: {},
      conflicts: [],
      read: [],
      conditions: {},
    });
    return {
      request: {
        kind: call.kind,
        server: call.server,
        target: call.target,
        definition: call.definition,
        arguments: JSON.parse(call.sealedArguments),
        argumentsDigest: call.argumentsDigest,
        context: call.context,
        session: call.session,
        authenticated: true,
        key: null,
      },
      input: {
        tool,
        labels: { private: 'none', untrusted: 'possible' },
        words: true,
        origins: { proven: 'unknown', destination: 'unknown', created: 'unknown', unproven: [] },
        principal: { subject: 'ada', kind: 'human', groups: [], roles: [], delegation: [] },
        time: { at: this.#now, offsetMinutes: 60 },
        policy: call.policy,
      },
      decision: {
        kept,
        outcome: call.outcome,
        mode: 'enforce',
        enforced: call.enforced,
        rules: [{ id: 'some-rule', outcome: call.outcome, counted: 'matches' }],
        exceptions: [],
        reasons: ['it is outward \u202E and says so'],
        obligations: { aiTag: call.ai, redact: [...redact], approvers: [], terms: 'plain' },
      },
      binding: call.binding,
      waiting: call.waiting,
      expiresAt: call.expiresAt,
      grant: call.grant,
      twin: call.twin,
      attempt: call.attempt,
    };
  }

  vote(call: CallRow, subject: string, verdict: 'approve' | 'refuse', dwellMs = 4000): void {
    this.wait(dwellMs);
    const vote: Vote = {
      call: call.id,
      subject,
      verdict,
      via: 'console',
      at: this.#now,
      opened: true,
      reason: null,
    };
    this.recorded.votes.push(vote);
    const { call: _, at: _at, ...detail } = vote;
    this.append('vote', call, { ...detail, binding: call.binding, dwellMs }, subject);
  }

  move(call: CallRow, state: CallState, detail: JsonObject = {}, more: Partial<CallRow> = {}): CallRow {
    const endedAt = state === 'approved' ? null : this.#now;
    const moved = { ...call, endedAt, ...more, state };
    this.append(state, moved, { arrows: [state], from: call.state, ...detail });
    return this.#save(moved);
  }

  approve(call: CallRow, ...subjects: readonly string[]): CallRow {
    for (const subject of subjects) this.vote(call, subject, 'approve');
    return this.move(call, 'approved', { by: [...subjects], binding: call.binding });
  }

  /** An approved or waiting call, or another attempt, leaves. */
  dispatch(call: CallRow): CallRow {
    const dispatchedAt = call.dispatchedAt ?? this.#now;
    const out: CallRow = {
      ...call,
      state: 'dispatching',
      attempt: call.attempt + 1,
      waiting: null,
      dispatchedAt,
    };
    this.append('dispatching', out, {
      arrows: ['decided', 'dispatching'],
      from: call.state,
      ...this.#decided(out, ['token']),
    });
    return this.#save(out);
  }

  end(call: CallRow, state: 'done' | 'failed' | 'indeterminate'): CallRow {
    this.wait(20);
    const result: JsonObject = { text: canonical({ content: [{ type: 'text', text: 'ok' }] }), bytes: 40 };
    return this.move(call, state, { attempt: call.attempt, result, isError: false, ms: 20, released: true });
  }

  settle(call: CallRow, by = 'eve'): CallRow {
    const settled = { as: 'happened', by, reason: 'I looked' } as const;
    this.append('settled', call, settled, by);
    return this.#save({ ...call, settled: { ...settled, at: this.#now } });
  }

  grant(call: CallRow, uses: number): Grant {
    const grant = {
      id: `g-${call.id}`,
      principal: 'ada',
      server: call.server,
      target: call.target,
      definition: call.definition,
      policy: 'sha256:policy',
      scope: { kind: 'session', session: call.session },
      rules: ['some-rule'],
      by: ['bob'],
      call: call.id,
      givenAt: this.#now,
      endsAt: this.#now + 3_600_000,
      uses,
      usesLeft: uses,
      revoked: null,
    } as const satisfies Grant;
    this.append('grant', call, {
      grant: { ...grant, scope: { ...grant.scope }, rules: ['some-rule'], by: ['bob'] },
    });
    this.recorded.grants.push(grant);
    return grant;
  }

  useGrant(grant: Grant): CallRow {
    const id = `c${String(this.#calls + 1).padStart(8, '0')}`;
    this.append('grant-used', { id, server: grant.server, target: grant.target } as CallRow, {
      grant: grant.id,
    });
    this.recorded.grants = this.recorded.grants.map((each) =>
      each.id === grant.id ? { ...each, usesLeft: each.usesLeft - 1 } : each,
    );
    const { server, target, definition } = grant;
    return this.receive('dispatching', 'confirm', { grant: grant.id, server, target, definition });
  }
}

/** A record with every kind of life in it, some rows a life, until there are `rows` rows. */
export const manyLives = (rows: number, everyRows = 50, keys?: Keys): MemoryLogWriter => {
  const writer = new MemoryLogWriter(keys);
  const lives: (() => unknown)[] = [
    () => writer.end(writer.receive('dispatching', 'auto'), 'done'),
    () => writer.end(writer.dispatch(writer.approve(writer.receive('held', 'confirm'), 'bob')), 'done'),
    () => writer.receive('blocked', 'block'),
    () => {
      const held = writer.receive('held', 'confirm');
      writer.vote(held, 'bob', 'refuse', 900);
      writer.move(held, 'refused', { fault: { code: 'REFUSED', message: 'bob said no' } });
    },
    () => writer.move(writer.receive('held', 'confirm'), 'expired'),
    () => writer.end(writer.dispatch(writer.receive('dispatching', 'auto')), 'failed'),
    () => writer.settle(writer.end(writer.receive('dispatching', 'auto'), 'indeterminate')),
    () => {
      const call = writer.approve(writer.receive('held', 'confirm'), 'bob', 'carol');
      const grant = writer.grant(call, 3);
      writer.end(writer.dispatch(call), 'done');
      writer.end(writer.useGrant(grant), 'done');
    },
    () => writer.append('heard', null, { session: 'session:ctx', via: 'host' }),
    () => writer.receive('held', 'confirm'),
  ];
  for (let index = 0, signed = 0; writer.recorded.rows.length < rows; index += 1) {
    lives[(index * 7) % lives.length]?.();
    writer.wait(1000);
    if (writer.recorded.rows.length - signed >= everyRows) {
      writer.checkpoint();
      signed = writer.recorded.rows.length;
    }
  }
  return writer;
};
