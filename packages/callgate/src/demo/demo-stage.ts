import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@callgate/core';
import { display, isJsonObject, getOwn } from '@callgate/core';
import { parseStrict, receiveArguments } from '@callgate/core/receive';
import type { CallRow, AuditEventName } from '@callgate/gate/record';
import type { Gateway, LogEntry } from '@callgate/gateway';
import { demoMessages } from '@callgate/messages/cli/demo';
import type { DemoAgent, DemoCallResult } from './demo-agent.ts';
import type { DemoHome, DemoSubject } from './demo-home.ts';
import type { ConsoleUser } from './console-user.ts';
import { receivedCallsPath, updateMarkerPath } from './servers/serve-demo-server.ts';

/** What people answer where nobody sits there. */
export type DemoVerdict = 'approve' | 'refuse';

export class StoryMismatch extends Error {}

export interface DemoCall {
  readonly server: string;
  readonly tool: string;
  readonly args: JsonObject;
}

export interface DemoCallHistory {
  readonly call: CallRow;
  readonly events: readonly AuditEventName[];
}

/** Whose word is asked for, in turn. */
export interface ApprovalPlan {
  readonly by: readonly DemoSubject[];
  /** Let the yes reach all calls in which this argument is what it is here. */
  readonly whileEqual?: string;
}

export interface DemoStageOptions {
  readonly gateway: Gateway;
  readonly home: DemoHome;
  readonly agent: DemoAgent;
  /** Who answers by script; null where the viewer does. */
  readonly script: {
    readonly verdict: DemoVerdict;
    person(subject: DemoSubject): Promise<ConsoleUser>;
  } | null;
  readonly log: readonly LogEntry[];
  readonly patienceMs: number;
  say(line: string): void;
}

const LOOK_MS = 25;
const LATE_MS = 15_000;
const SHOWN = 240;

/** The beginning of what the agent reads, for the viewer. */
const onOneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return display(line.length > SHOWN ? `${line.slice(0, SHOWN)} …` : line);
};

const toolCallName = ({ server, tool }: DemoCall): string => `${server}/${tool}`;

/** Where the stories are played: one agent, the gateway, people, and what reached the servers. */
export class DemoStage {
  readonly #parts: DemoStageOptions;
  readonly #waiting: Map<DemoCall, Promise<DemoCallResult>> = new Map();

  constructor(parts: DemoStageOptions) {
    this.#parts = parts;
  }

  /** What nobody has answered yet. */
  get waiting(): readonly string[] {
    return [...this.#waiting.keys()].map(toolCallName);
  }

  get verdict(): DemoVerdict | null {
    return this.#parts.script?.verdict ?? null;
  }

  say(line: string): void {
    this.#parts.say(line);
  }

  /** What the viewer can do, where there is one. */
  hint(line: string): void {
    if (this.#parts.script === null) this.say(line);
  }

  check(holds: boolean, words: string): void {
    if (!holds) throw new StoryMismatch(words);
  }

  /** A call that needs nobody's word. */
  async call(call: DemoCall): Promise<DemoCallResult> {
    this.say(demoMessages.agentCalls({ tool: toolCallName(call) }));
    const answer = await this.#send(call);
    this.say(`  ${answer.outcome}: ${onOneLine(answer.text)}`);
    return answer;
  }

  /** A call that people are asked about. Undefined where the viewer has not answered in time: it waits on. */
  async ask(call: DemoCall, asked: ApprovalPlan): Promise<DemoCallResult | undefined> {
    const { script, patienceMs } = this.#parts;
    this.say(demoMessages.agentCalls({ tool: toolCallName(call) }));
    const pending = this.#send(call);
    if (script === null) {
      this.say(demoMessages.waits({ people: asked.by.length }));
      return await this.#orLater(call, pending, patienceMs);
    }
    const [answer] = await Promise.all([pending, this.#vote(call, asked)]);
    this.say(`  ${answer.outcome}: ${onOneLine(answer.text)}`);
    return answer;
  }

  async #send({ server, tool, args }: DemoCall): Promise<DemoCallResult> {
    return await this.#parts.agent.call(`${server}__${tool}`, args, (message) =>
      this.say(`  … ${display(message, { max: 160 })}`),
    );
  }

  async #vote({ server, tool }: DemoCall, { by, whileEqual }: ApprovalPlan): Promise<void> {
    const { script } = this.#parts;
    for (const subject of script === null ? [] : by) {
      const person = await script?.person(subject);
      const verdict = script?.verdict ?? 'refuse';
      this.say(demoMessages.votes({ subject, isApproval: verdict === 'approve' }));
      await person?.answer(
        server,
        tool,
        verdict === 'refuse'
          ? { verdict, reason: demoMessages.denyReason }
          : {
              verdict,
              ...(whileEqual === undefined
                ? {}
                : { grant: { kind: 'arguments', ties: [[whileEqual]], uses: 10, endsInMs: 3_600_000 } }),
            },
      );
      // one no ends it
      if (verdict === 'refuse') return;
    }
  }

  async #orLater(
    call: DemoCall,
    pending: Promise<DemoCallResult>,
    ms: number,
  ): Promise<DemoCallResult | undefined> {
    this.#waiting.set(call, pending);
    const over = pending.then(
      (answer) => {
        this.#waiting.delete(call);
        this.say(`  ${toolCallName(call)} ${answer.outcome}: ${onOneLine(answer.text)}`);
        if (answer.outcome !== 'withdrawn') return answer;
        this.say(demoMessages.callsAgain({ tool: toolCallName(call) }));
        void this.#orLater(call, this.#send(call), 0);
        return undefined;
      },
      // the demo ends while it waits
      () => undefined,
    );
    const answer = await Promise.race([over, sleep(ms, undefined, { ref: false })]);
    if (answer === undefined) this.say(demoMessages.stillWaits({ tool: toolCallName(call) }));
    return answer;
  }

  /** What really arrived at a server, in order. */
  received(server: string): readonly JsonObject[] {
    const file = receivedCallsPath(this.#parts.home.folderOf(server));
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.map((line) => parseStrict(line)).filter(isJsonObject);
  }

  arrived({ server, tool, args }: DemoCall): number {
    const { argumentsDigest } = receiveArguments(args);
    return this.received(server).filter((each) => {
      const given = getOwn(each, 'arguments');
      return (
        getOwn(each, 'name') === tool &&
        isJsonObject(given) &&
        receiveArguments(given).argumentsDigest === argumentsDigest
      );
    }).length;
  }

  /** The latest call like this one, as the record has it. */
  async life({ server, tool, args }: DemoCall): Promise<DemoCallHistory> {
    const { read } = this.#parts.gateway.gate.desk;
    const { argumentsDigest } = receiveArguments(args);
    const { items } = await read.search({ server, target: tool }, { limit: 100 });
    const call = items.find((row) => row.kind === 'tool' && row.argumentsDigest === argumentsDigest);
    if (call === undefined)
      throw new StoryMismatch(demoMessages.mismatch.unrecorded({ tool: `${server}/${tool}` }));
    const rows = await read.rowsOfCall(call.id);
    // a notice is not a step of the call
    return { call, events: rows.map(({ event }) => event).filter((event) => event !== 'alert') };
  }

  /** The record has these events of the call, and no others. */
  async recorded(call: DemoCall, events: readonly AuditEventName[]): Promise<DemoCallHistory> {
    const life = await this.life(call);
    this.check(
      life.events.join(' ') === events.join(' '),
      demoMessages.mismatch.events({
        tool: toolCallName(call),
        found: life.events.join(' → '),
        expected: events.join(' → '),
      }),
    );
    return life;
  }

  /** A new version of the server is published. Resolves when the gateway has seen what changed. */
  async update(server: string): Promise<void> {
    writeFileSync(updateMarkerPath(this.#parts.home.folderOf(server)), '');
    for (let waited = 0; waited < LATE_MS; waited += LOOK_MS) {
      if (this.#parts.log.some((entry) => entry.server === server && entry.code === 'DRIFT')) return;
      await sleep(LOOK_MS);
    }
    throw new StoryMismatch(demoMessages.mismatch.unnoticed({ server }));
  }
}
