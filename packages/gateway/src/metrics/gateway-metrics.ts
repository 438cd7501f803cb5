import { display } from '@callgate/core';
import type { Gate, GateEvent } from '@callgate/gate';
import type { CallRow, CallState } from '@callgate/gate/record';
import { readCheckpoint } from '@callgate/gate/record';
import type { Gateway } from '../gateway.ts';
import { SERVER_INFO } from '../receive/gateway-capabilities.ts';
import type { MetricCounter, MetricGauge, MetricHistogram } from './metric-registry.ts';
import { MetricRegistry } from './metric-registry.ts';

export type MeasuredGateway = Pick<Gateway, 'gate' | 'servers' | 'catalogue' | 'readiness' | 'clock'>;

type CallMove = Extract<GateEvent, { readonly type: 'moved' }>;

const FAST = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const SLOW = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
const HUMAN = [1, 2, 5, 10, 30, 60, 300, 900, 1800, 3600, 14_400, 86_400];

/** Events that wait to be counted; beyond that they are lost, and how many is counted. */
const MOST_WAITING = 10_000;
const COUNT_AFTER_MS = 250;
const MOST_UNSETTLED = 1000;

/** What says that the audit log cannot be written, signed or anchored as it should. */
const AUDIT_FAILURE = /^(?:STORE_[A-Z]+|ANCHOR_FAILED|CHECKPOINT_FAILED|SWEEP_FAILED|ROLLED_BACK)$/;

const nameOf = (text: string): string => display(text, { max: 80 });

const decisiveRule = ({ outcome, decision }: CallRow): string =>
  decision.rules.find((rule) => rule.outcome === outcome)?.id ?? 'none';

/** What happens at one gateway, in figures: names of servers, tools and rules, never arguments or people. */
export class GatewayMetrics {
  readonly registry: MetricRegistry = new MetricRegistry();
  readonly #waiting: CallMove[] = [];
  /** Calls that run by themselves and were counted; another attempt is no other call. */
  readonly #out: Set<string> = new Set();
  readonly #calls: MetricCounter;
  readonly #rules: MetricCounter;
  readonly #ended: MetricCounter;
  readonly #votes: MetricCounter;
  readonly #questions: MetricCounter;
  readonly #decisionTime: MetricHistogram;
  readonly #waitTime: MetricHistogram;
  readonly #dispatchTime: MetricHistogram;
  readonly #approvalTime: MetricHistogram;
  readonly #drift: MetricCounter;
  readonly #violations: MetricCounter;
  readonly #auditFailures: MetricCounter;
  readonly #alerts: MetricCounter;
  readonly #lost: MetricCounter;
  readonly #reads: MetricCounter;
  readonly #gauges: Readonly<Record<string, MetricGauge>>;
  #gateway: MeasuredGateway | undefined;
  #unfollow: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #counting: Promise<void> = Promise.resolve();

  constructor() {
    const made = this.registry;
    this.#calls = made.counter('callgate_calls_total', 'Calls decided, by outcome.');
    this.#rules = made.counter(
      'callgate_rule_decisions_total',
      'Calls by the first rule with their outcome.',
    );
    this.#ended = made.counter('callgate_calls_ended_total', 'Calls that ended, by their last state.');
    this.#questions = made.counter('callgate_questions_total', 'Calls that people were asked about.');
    this.#votes = made.counter('callgate_votes_total', 'Votes of people on calls that were decided.');
    this.#decisionTime = made.histogram(
      'callgate_decision_duration_seconds',
      'Time from a request to its durable decision.',
      FAST,
    );
    this.#waitTime = made.histogram(
      'callgate_wait_duration_seconds',
      'Time that calls waited before they were sent or ended.',
      HUMAN,
    );
    this.#dispatchTime = made.histogram(
      'callgate_dispatch_duration_seconds',
      'Time from sending a call to its durable result.',
      SLOW,
    );
    this.#approvalTime = made.histogram(
      'callgate_approval_duration_seconds',
      'Time from a question to the vote that decided it.',
      HUMAN,
    );
    this.#drift = made.counter(
      'callgate_definition_changes_total',
      'Tools that changed since they were pinned.',
    );
    this.#violations = made.counter('callgate_contract_violations_total', 'Claims that tools broke.');
    this.#auditFailures = made.counter(
      'callgate_audit_failures_total',
      'Failures to write, sign or anchor the audit log.',
    );
    this.#alerts = made.counter('callgate_alerts_total', 'Alerts for the operator, by code.');
    this.#lost = made.counter('callgate_metrics_lost_events_total', 'Events that were not counted.');
    this.#reads = made.counter('callgate_metrics_read_failures_total', 'Reads of the store that failed.');
    this.#gauges = {
      pending: made.gauge('callgate_pending_calls', 'Calls that wait for approval, in the whole store.'),
      age: made.gauge('callgate_pending_oldest_age_seconds', 'Age of the oldest call that waits; 0 if none.'),
      unsettled: made.gauge(
        'callgate_indeterminate_calls',
        'Calls with an unknown result that nobody settled, up to 1000.',
      ),
      head: made.gauge('callgate_audit_log_entries', 'Number of the last entry of the audit log.'),
      signed: made.gauge('callgate_audit_log_signed_entries', 'Number of the last entry that is signed.'),
      checkpoint: made.gauge('callgate_audit_checkpoint_timestamp_seconds', 'Time of the last checkpoint.'),
      store: made.gauge('callgate_store_up', 'Whether calls can be decided and recorded.'),
      server: made.gauge('callgate_server_up', 'Whether a server can be called.'),
      state: made.gauge('callgate_server_state', 'The state of a server.'),
      restarts: made.gauge('callgate_server_restarts', 'How often a server went and came back.'),
      quarantined: made.gauge('callgate_quarantined_tools', 'Tools that need review before use.'),
      disabled: made.gauge('callgate_disabled_tools', 'Tools that an operator disabled.'),
      build: made.gauge('callgate_build_info', 'Version of Callgate.'),
      start: made.gauge('process_start_time_seconds', 'When the process started.'),
      cpu: made.gauge('process_cpu_seconds', 'CPU time of the process.'),
      memory: made.gauge('process_resident_memory_bytes', 'Memory of the process.'),
    };
    // a first failure is a rise only if there was a zero before it
    for (const counter of [this.#drift, this.#violations, this.#auditFailures, this.#questions, this.#lost])
      counter.add({}, 0);
    this.#ended.add({ state: 'indeterminate', server: '', tool: '' }, 0);
    this.#reads.add({}, 0);
    this.#set('build', 1, { version: String(SERVER_INFO['version']), node: process.version });
    this.#set('start', Date.now() / 1000 - process.uptime());
  }

  #set(gauge: string, value: number, labels?: Readonly<Record<string, string>>): void {
    this.#gauges[gauge]?.set(value, labels);
  }

  /** The same gate with its decisions timed. What it tells is counted from now on. */
  readonly observe = (gate: Gate): Gate => {
    this.#unfollow = gate.onEvent((event) => this.#hear(event, gate));
    const begin: Gate['begin'] = async (request, options) => {
      const from = performance.now();
      const step = await gate.begin(request, options);
      this.#decisionTime.observe((performance.now() - from) / 1000);
      return step;
    };
    return new Proxy(gate, {
      get: (target, name) => {
        if (name === 'begin') return begin;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  };

  follow(gateway: MeasuredGateway): void {
    this.#gateway = gateway;
  }

  #hear(event: GateEvent, gate: Gate): void {
    switch (event.type) {
      case 'moved':
        if (this.#waiting.length >= MOST_WAITING) this.#lost.add();
        else this.#waiting.push(event);
        this.#timer ??= setTimeout(() => void this.#count(gate), COUNT_AFTER_MS).unref();
        break;
      case 'held':
        if (event.waiting === 'people') this.#questions.add();
        break;
      case 'alert':
        this.#hearAlert(event.alert.code);
        break;
      case 'broken':
        this.#auditFailures.add();
        break;
      default:
    }
  }

  #hearAlert(code: string): void {
    this.#alerts.add({ code });
    if (code === 'DRIFT') this.#drift.add();
    if (code === 'CONTRACT_VIOLATION') this.#violations.add();
    if (AUDIT_FAILURE.test(code)) this.#auditFailures.add();
  }

  #count(gate: Gate): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#counting = this.#counting.then(async () => {
      for (const move of this.#waiting.splice(0))
        try {
          await this.#countMove(gate, move);
        } catch {
          this.#lost.add();
        }
    });
    return this.#counting;
  }

  async #countMove({ desk: { read } }: Gate, { call, state, at }: CallMove): Promise<void> {
    const row = await read.call(call);
    if (row === undefined) return;
    const names = { server: nameOf(row.server), tool: nameOf(row.target) };
    if (this.#isDecision(row, state)) this.#countDecision(row, names);
    if (row.heldAt !== null && state !== 'held') await this.#countWait(read, row, state, at);
    if (!ENDS.has(state)) return;
    this.#out.delete(call);
    this.#ended.add({ state, ...names });
    if (row.dispatchedAt !== null && row.endedAt !== null)
      this.#dispatchTime.observe((row.endedAt - row.dispatchedAt) / 1000, { server: names.server });
  }

  #isDecision({ id, heldAt }: CallRow, state: CallState): boolean {
    if (state === 'blocked' || state === 'held') return true;
    if (state !== 'dispatching' || heldAt !== null || this.#out.has(id)) return false;
    this.#out.add(id);
    return true;
  }

  #countDecision(row: CallRow, names: { readonly server: string; readonly tool: string }): void {
    const { outcome, enforced, situation } = row;
    const { private: reads, untrusted } = situation.labels;
    this.#calls.add({ outcome, enforced: String(enforced), private: reads, untrusted, ...names });
    this.#rules.add({ outcome, rule: nameOf(decisiveRule(row)) });
  }

  async #countWait(
    read: Gate['desk']['read'],
    { id, heldAt }: CallRow,
    state: CallState,
    at: number,
  ): Promise<void> {
    const waited = Math.max(0, at - (heldAt ?? at)) / 1000;
    if (state === 'dispatching' ? !this.#out.has(id) : UNSENT.has(state)) this.#waitTime.observe(waited);
    if (state === 'dispatching') this.#out.add(id);
    if (state !== 'approved' && state !== 'refused') return;
    const votes = await read.votes(id);
    if (votes.length === 0) return;
    this.#approvalTime.observe(waited);
    for (const { verdict } of votes) this.#votes.add({ verdict });
  }

  /** Everything as it is now. */
  async text(): Promise<string> {
    const gateway = this.#gateway;
    if (gateway !== undefined) {
      await this.#count(gateway.gate);
      this.#readServers(gateway);
      await this.#readStore(gateway).catch(() => this.#reads.add());
    }
    const { user, system } = process.cpuUsage();
    this.#set('cpu', (user + system) / 1e6);
    this.#set('memory', process.memoryUsage.rss());
    return this.registry.text();
  }

  #readServers(gateway: MeasuredGateway): void {
    for (const gauge of ['server', 'state', 'restarts', 'quarantined', 'disabled'])
      this.#gauges[gauge]?.clear();
    for (const { server, state, restarts } of gateway.servers()) {
      const name = nameOf(server);
      this.#set('server', state === 'ready' ? 1 : 0, { server: name });
      this.#set('state', 1, { server: name, state });
      this.#set('restarts', restarts, { server: name });
    }
    for (const { server, tools } of gateway.catalogue.stock()) {
      const labels = { server: nameOf(server) };
      this.#set('quarantined', tools.filter(({ quarantine }) => quarantine !== null).length, labels);
      this.#set('disabled', tools.filter(({ disabled }) => disabled !== null).length, labels);
    }
  }

  async #readStore(gateway: MeasuredGateway): Promise<void> {
    const { gate, clock } = gateway;
    const { read } = gate.desk;
    this.#set('store', gateway.readiness().state === 'ready' ? 1 : 0);
    this.#set('pending', await read.inboxSize());
    const [oldest] = (await read.inbox({ limit: 1 })).items;
    this.#set('age', oldest === undefined ? 0 : (clock.now() - (oldest.heldAt ?? clock.now())) / 1000);
    this.#set('unsettled', (await read.unsettled({ limit: MOST_UNSETTLED })).items.length);
    this.#set('head', (await read.head()).seq);
    const checkpoint = (await read.checkpoints()).at(-1);
    if (checkpoint === undefined) return;
    this.#set('signed', checkpoint.size);
    this.#set('checkpoint', readCheckpoint(checkpoint).at / 1000);
  }

  close(): void {
    this.#unfollow();
    clearTimeout(this.#timer);
  }
}

const UNSENT: ReadonlySet<CallState> = new Set(['refused', 'expired', 'withdrawn']);
const ENDS: ReadonlySet<CallState> = new Set(['blocked', 'done', 'failed', 'indeterminate', ...UNSENT]);
