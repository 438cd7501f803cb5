import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { CallRequest } from '@callgate/gate';
import { onTestFinished } from 'vitest';

const SCRIPT = fileURLToPath(new URL('gate-process.ts', import.meta.url));

/** Readline ends lines at more than line feeds. */
const ascii = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** What a gate told about one wish. */
export type ProcessMessage = Readonly<Record<string, unknown>>;

/** A gate in another process. */
export class GateProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #told: Map<string, PromiseWithResolvers<ProcessMessage>> = new Map();
  readonly #ended: Promise<void>;
  instance = '';
  path = '';

  private constructor(child: ChildProcessByStdio<Writable, Readable, null>) {
    this.#child = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { tag, value }: { tag: string; value: ProcessMessage } = JSON.parse(line);
      this.#of(tag).resolve(value);
    });
    this.#ended = new Promise((resolve) => {
      child.once('exit', () => {
        for (const { reject } of this.#told.values()) reject(new Error('the gate process has ended'));
        resolve();
      });
    });
  }

  static async start(folder: string, policy = 'balanced', umask = '022'): Promise<GateProcess> {
    const command = `umask ${umask}; exec "$0" --conditions=@callgate/source "$@"`;
    const child = spawn('sh', ['-c', command, process.execPath, SCRIPT, folder, policy], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const gate = new GateProcess(child);
    const { instance, path } = await gate.told('ready');
    gate.instance = String(instance);
    gate.path = String(path);
    return gate;
  }

  #of(tag: string): PromiseWithResolvers<ProcessMessage> {
    const known = this.#told.get(tag);
    if (known !== undefined) return known;
    const made = Promise.withResolvers<ProcessMessage>();
    made.promise.catch(() => {});
    this.#told.set(tag, made);
    return made;
  }

  told(tag: string): Promise<ProcessMessage> {
    return this.#of(tag).promise;
  }

  /** Asks for something; what comes of it is `told` under this tag. */
  wish(what: 'run' | 'begin' | 'resume', tag: string, request: CallRequest, ticket?: string): void {
    this.#child.stdin.write(`${ascii({ do: what, tag, request, ticket })}\n`);
  }

  ask(
    what: 'run' | 'begin' | 'resume',
    tag: string,
    request: CallRequest,
    ticket?: string,
  ): Promise<ProcessMessage> {
    this.wish(what, tag, request, ticket);
    return this.told(tag);
  }

  /** Closes everything and ends, or just ends. */
  async leave(how: 'leave' | 'exit' = 'leave'): Promise<void> {
    this.#child.stdin.write(`${JSON.stringify({ do: how, tag: how })}\n`);
    await this.#ended;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}

/** Callgate's folder, for one test. */
export const tempHome = (name = 'callgate-home-'): string => {
  const folder = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

export const eventually = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
};
