import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@callgate/core';
import { display, isJsonObject, own } from '@callgate/core';
import { parseStrict, receiveArguments } from '@callgate/core/receive';
import type { CallRow, RecordEvent } from '@callgate/gate/record';
import type { Gateway, LogEntry } from '@callgate/gateway';
import type { Agent, Answer } from './agent.ts';
import type { DemoHome, Subject } from './demo-home.ts';
import type { Person } from './person.ts';
import { receivedIn, updateIn } from './servers/serve.ts';

/** What people answer where nobody sits there. */
export type Verdict = 'approve' | 'refuse';

export class NotAsTold extends Error {}

export interface ToolCall {
  readonly server: string;
  readonly tool: string;
  readonly args: JsonObject;
}

export interface Life {
  readonly call: CallRow;
  readonly events: readonly RecordEvent[];
}

/** Whose word is asked for, in turn. */
export interface AskedOf {
  readonly by: readonly Subject[];
  /** Let the yes reach all calls in which this argument is what it is here. */
  readonly whileEqual?: string;
}

export interface StageParts {
  readonly gateway: Gateway;
  readonly home: DemoHome;
  readonly agent: Agent;
  /** Who answers by script; null where the viewer does. */
  readonly script: { readonly verdict: Verdict; person(subject: Subject): Promise<Person> } | null;
  readonly log: readonly LogEntry[];
  readonly patienceMs: number;
  say(line: string): void;
}

const LOOK_MS = 25;
const LATE_MS = 15_000;
const SHOWN = 240;

/** The beginning of what the agent reads, for the viewer. */
const inALine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return display(line.length > SHOWN ? `${line.slice(0, SHOWN)} …` : line);
};

const named = ({ server, tool }: ToolCall): string => `${server}/${tool}`;

/** Where the stories are played: one agent, the gateway, people, and what reached the servers. */
export class Stage {
  readonly #parts: StageParts;
  readonly #waiting: Map<ToolCall, Promise<Answer>> = new Map();

  constructor(parts: StageParts) {
    this.#parts = parts;
  }

  /** What nobody has answered yet. */
  get waiting(): readonly string[] {
    return [...this.#waiting.keys()].map(named);
  }

  get verdict(): Verdict | null {
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
    if (!holds) throw new NotAsTold(words);
  }

  /** A call that needs nobody's word. */
  async call(call: ToolCall): Promise<Answer> {
    this.say(`the agent calls ${named(call)}`);
    const answer = await this.#send(call);
    this.say(`  ${answer.outcome}: ${inALine(answer.text)}`);
    return answer;
  }

  /** A call that people are asked about. Undefined where the viewer has not answered in time: it waits on. */
  async ask(call: ToolCall, asked: AskedOf): Promise<Answer | undefined> {
    const { script, patienceMs } = this.#parts;
    this.say(`the agent calls ${named(call)}`);
    const pending = this.#send(call);
    if (script === null) {
      this.say(`  it waits for ${asked.by.length === 1 ? 'you' : 'two people'}: open the inbox`);
      return await this.#orLater(call, pending, patienceMs);
    }
    const [answer] = await Promise.all([pending, this.#vote(call, asked)]);
    this.say(`  ${answer.outcome}: ${inALine(answer.text)}`);
    return answer;
  }

  async #send({ server, tool, args }: ToolCall): Promise<Answer> {
    return await this.#parts.agent.call(`${server}__${tool}`, args, (message) =>
      this.say(`  … ${display(message, { max: 160 })}`),
    );
  }

  async #vote({ server, tool }: ToolCall, { by, whileEqual }: AskedOf): Promise<void> {
    const { script } = this.#parts;
    for (const subject of script === null ? [] : by) {
      const person = await script?.person(subject);
      const verdict = script?.verdict ?? 'refuse';
      this.say(`  ${subject} ${verdict === 'approve' ? 'approves' : 'refuses'} it in the console`);
      await person?.answer(
        server,
        tool,
        verdict === 'refuse'
          ? { verdict, reason: 'not today' }
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

  async #orLater(call: ToolCall, pending: Promise<Answer>, ms: number): Promise<Answer | undefined> {
    this.#waiting.set(call, pending);
    const over = pending.then(
      (answer) => {
        this.#waiting.delete(call);
        this.say(`  ${named(call)} ${answer.outcome}: ${inALine(answer.text)}`);
        if (answer.outcome !== 'withdrawn') return answer;
        this.say(`  the agent asks for ${named(call)} again`);
        void this.#orLater(call, this.#send(call), 0);
        return undefined;
      },
      // the demo ends while it waits
      () => undefined,
    );
    const answer = await Promise.race([over, sleep(ms, undefined, { ref: false })]);
    if (answer === undefined) this.say(`  ${named(call)} still waits; the story goes on without it`);
    return answer;
  }

  /** What really arrived at a server, in order. */
  received(server: string): readonly JsonObject[] {
    const file = receivedIn(this.#parts.home.folderOf(server));
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.map((line) => parseStrict(line)).filter(isJsonObject);
  }

  arrived({ server, tool, args }: ToolCall): number {
    const { argumentsDigest } = receiveArguments(args);
    return this.received(server).filter((each) => {
      const given = own(each, 'arguments');
      return (
        own(each, 'name') === tool &&
        isJsonObject(given) &&
        receiveArguments(given).argumentsDigest === argumentsDigest
      );
    }).length;
  }

  /** The latest call like this one, as the record has it. */
  async life({ server, tool, args }: ToolCall): Promise<Life> {
    const { read } = this.#parts.gateway.gate.desk;
    const { argumentsDigest } = receiveArguments(args);
    const { items } = await read.search({ server, target: tool }, { limit: 100 });
    const call = items.find((row) => row.kind === 'tool' && row.argumentsDigest === argumentsDigest);
    if (call === undefined) throw new NotAsTold(`${server}/${tool} is not in the record`);
    const rows = await read.rowsOfCall(call.id);
    // that somebody was told of it is no step of its life
    return { call, events: rows.map(({ event }) => event).filter((event) => event !== 'alert') };
  }

  /** The record has these events of the call, and no others. */
  async recorded(call: ToolCall, events: readonly RecordEvent[]): Promise<Life> {
    const life = await this.life(call);
    this.check(
      life.events.join(' ') === events.join(' '),
      `the record of ${named(call)} is ${life.events.join(' → ')}, not ${events.join(' → ')}`,
    );
    return life;
  }

  /** A new version of the server is published. Resolves when the gateway has seen what changed. */
  async update(server: string): Promise<void> {
    writeFileSync(updateIn(this.#parts.home.folderOf(server)), '');
    for (let waited = 0; waited < LATE_MS; waited += LOOK_MS) {
      if (this.#parts.log.some((entry) => entry.server === server && entry.code === 'DRIFT')) return;
      await sleep(LOOK_MS);
    }
    throw new NotAsTold(`nobody noticed that ${server} changed`);
  }
}
