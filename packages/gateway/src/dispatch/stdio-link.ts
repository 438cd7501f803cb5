import { upstreamMessages } from '@callgate/messages/upstream';
import type { ResponseLimits } from './read-response.ts';
import { existsSync } from 'node:fs';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { CallgateError, display } from '@callgate/core';
import { LineReader, LineWriter } from '../wire/lines.ts';
import { notSentError, reasonText } from './upstream-errors.ts';
import type { Link, LinkEvents } from './link.ts';
import { responseLimits, readResponse, refusalText } from './read-response.ts';
import { ServerSecrets } from './server-secrets.ts';
import type { ServerProcess, StdioEndpoint } from './start-server.ts';
import { startServer } from './start-server.ts';
import { StderrTail } from './stderr-tail.ts';

export interface StdioLinkSettings {
  readonly server: string;
  readonly reach: StdioEndpoint;
  readonly messageBytes: number;
  /** After its input ended, and again after it was asked to stop. */
  readonly graceMs?: number;
  /** Runs already, in a sandbox; started here where it is absent. */
  readonly process?: ServerProcess | undefined;
}

const AFTER_EXIT_MS = 1000;
/** Programs around a server print things before it speaks. They are told of and skipped, up to here. */
const MAX_BANNER_LINES = 64;

/** A server that does not read is not written to without end. */
const MAX_UNWRITTEN = 64 * 1024 * 1024;

/** A server as a child process: one JSON message a line, in both directions. */
export class StdioLink implements Link {
  readonly #server: string;
  readonly #events: LinkEvents;
  readonly #limits: ResponseLimits;
  readonly #graceMs: number;
  readonly #process: ServerProcess;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #writer: LineWriter;
  readonly #stderr = new StderrTail();
  readonly #secrets: ServerSecrets;
  readonly #ended: Promise<void>;
  #over = false;
  #closing = false;
  /** Lines before the first message; nothing was called yet, so none of them can be taken for an answer. */
  #banner = 0;

  constructor(settings: StdioLinkSettings, events: LinkEvents) {
    const { server, reach, messageBytes, graceMs = 2000 } = settings;
    this.#server = server;
    this.#events = events;
    this.#secrets = new ServerSecrets(reach);
    this.#limits = responseLimits(messageBytes, this.#secrets);
    this.#graceMs = graceMs;
    const cwd = reach.cwd ?? reach.clientFolder;
    const process = settings.process ?? startServer(reach);
    const { child } = process;
    this.#process = process;
    this.#child = child;
    // requests that one commit lets out go out together
    this.#writer = new LineWriter(child.stdin);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ended = promise;
    const reader = new LineReader(messageBytes, {
      line: (bytes) => this.#line(bytes),
      overflow: () =>
        this.#bad('UPSTREAM_TOO_LARGE', upstreamMessages.faults.lineTooLong({ bytes: messageBytes })),
    });
    child.stdout.on('data', (chunk: Buffer) => {
      if (!this.#over) reader.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
    child.on('error', (error) => {
      // a folder that is not there has the same code
      const isMissing = 'code' in error && error.code === 'ENOENT' && existsSync(cwd ?? '.');
      const { notStarted, programMissing } = upstreamMessages.faults;
      this.#break(
        'UPSTREAM_START',
        isMissing
          ? programMissing({ program: display(reach.command, { max: 200 }) })
          : notStarted({ problem: reasonText(error) }),
        isMissing ? upstreamMessages.correctCommand : upstreamMessages.tryCommand,
      );
      if (child.pid === undefined) resolve();
    });
    child.on('exit', () => {
      process.release();
      resolve();
      // A process that left the group may hold the pipes open for ever.
      setTimeout(() => child.stdout.destroy(), AFTER_EXIT_MS).unref();
    });
    // `close` comes after the last byte of output was read: an answer before the end still counts.
    child.on('close', (code, signal) => {
      if (reader.pending > 0 && !this.#over) {
        events.misbehaved('UPSTREAM_CUT', upstreamMessages.faults.cutLine);
      }
      const line = this.#stderr.lastLine((text) => this.#secrets.hide(text));
      if (line !== '') events.lastLine(line);
      if (!this.#closing) this.#tellLastWords();
      this.#break(
        'UPSTREAM_ENDED',
        upstreamMessages.faults.ended({
          how: signal ?? upstreamMessages.faults.exitStatus({ status: code }),
        }),
      );
    });
  }

  readonly dropCancels = false;
  readonly needsSignIn = false;

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  request(_id: number, _method: string, text: string): void {
    const { stdin } = this.#child;
    if (this.#over || !stdin.writable)
      throw notSentError(this.#server, upstreamMessages.notSentReasons.ended);
    if (this.#writer.unread > MAX_UNWRITTEN)
      throw notSentError(this.#server, upstreamMessages.notSentReasons.notReading);
    this.#writer.write(text);
  }

  async post(text: string): Promise<void> {
    if (!this.#over && this.#child.stdin.writable && this.#writer.unread <= MAX_UNWRITTEN)
      this.#writer.write(text);
  }

  drop(): void {}

  agreed(): void {}

  listen(): void {}

  async close(): Promise<void> {
    this.#closing = true;
    this.#writer.flush();
    this.#child.stdin.end();
    if (this.#child.pid === undefined) return;
    if (await this.#endedWithin(Math.min(this.#graceMs, 500))) return;
    this.#process.signal('SIGTERM');
    if (await this.#endedWithin(this.#graceMs)) return;
    this.#process.signal('SIGKILL');
    await this.#ended;
  }

  async #endedWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, ms, false);
    });
    const ended = await Promise.race([this.#ended.then(() => true), late]);
    clearTimeout(timer);
    return ended;
  }

  #line(bytes: Uint8Array): void {
    // Several lines may come at once, and a bad one ends it for those behind it.
    if (this.#over || isBlank(bytes)) return;
    if (this.#banner < MAX_BANNER_LINES && !isObject(bytes)) {
      if (this.#banner === 0) this.#events.misbehaved('UPSTREAM_BANNER', upstreamMessages.faults.banner);
      this.#banner += 1;
      return;
    }
    this.#banner = MAX_BANNER_LINES;
    const message = readResponse(bytes, this.#limits);
    if (message.type === 'refused')
      this.#bad('UPSTREAM_GARBAGE', upstreamMessages.faults.notMessage({ problem: refusalText(message) }));
    else this.#events.message(message, null);
  }

  /** Whatever comes after something unreadable could be the rest of it. */
  #bad(code: string, why: string): void {
    if (this.#over) return;
    this.#events.misbehaved(code, why);
    this.#break(code, why);
    void this.close();
  }

  /** For the operator alone: agents are not told what a server writes for people. */
  #tellLastWords(): void {
    const said = this.#stderr.text((text) => this.#secrets.hide(text));
    if (said !== '')
      this.#events.misbehaved('UPSTREAM_LAST_WORDS', upstreamMessages.faults.lastLines({ text: said }));
  }

  #break(code: string, why: string, what = upstreamMessages.tryCommand): void {
    if (this.#over) return;
    this.#over = true;
    const message = upstreamMessages.serverDid({ server: display(this.#server), fault: why });
    const help = this.#closing ? {} : { help: what };
    this.#events.broken(new CallgateError({ code, message, ...help }));
  }
}

const OPEN_OBJECT = 0x7b;

const isObject = (bytes: Uint8Array): boolean => bytes[0] === OPEN_OBJECT;

/** A carriage return alone is what is left of an empty line. */
const isBlank = (bytes: Uint8Array): boolean =>
  bytes.length === 0 || (bytes.length === 1 && bytes[0] === 0x0d);
