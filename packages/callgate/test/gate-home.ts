import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Gate, Keys } from '@callgate/gate';
import type { Store } from '@callgate/gate/store';
import { createGate, openKeys } from '@callgate/gate';
import { serveOperations } from '@callgate/operations/socket';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { presetPolicy } from '@callgate/policy';
import { afterAll, onTestFinished } from 'vitest';
import { catalogueOf, policyText } from '../../gate/test/control-office.ts';
import { tempHome } from '../../operations/test/gate-processes.ts';
import type { CommandResult } from './fixtures/run-callgate.ts';
import { BIN, ResidentCallgate } from './fixtures/run-callgate.ts';

/** Callgate's folder with a gate in this process. The command line is another process. */
export interface GateHome {
  readonly folder: string;
  readonly database: string;
  readonly keys: Keys;
  readonly gate: Gate;
  readonly store: Store;
  /** One process runs all command lines of a file of tests. */
  callgate(...args: readonly string[]): Promise<CommandResult>;
  /** From now on no gate runs here. */
  close(): Promise<void>;
}

const environment = (folder: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  CALLGATE_HOME: folder,
  NO_COLOR: '1',
});

export const runCallgateIn = (folder: string, args: readonly string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [BIN, ...args], {
      env: environment(folder),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.once('close', (code) => resolve({ code: code ?? -1, out, err }));
  });

/** The command line, going on, with what it wrote so far. */
export class RunningCommand {
  readonly #child: ReturnType<typeof spawn>;
  readonly ended: Promise<number>;
  out = '';

  /** `terminal`: it believes that somebody sits in front of it. */
  constructor(folder: string, args: readonly string[], terminal: boolean) {
    const words = [process.execPath, BIN, ...args];
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const [command = '', ...rest] = terminal ? ['script', '-qec', quoted, '/dev/null'] : words;
    const child = spawn(command, rest, { env: environment(folder), stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    this.ended = new Promise((resolve) => {
      child.once('close', (code) => resolve(code ?? -1));
    });
    onTestFinished(() => void child.kill('SIGKILL'));
  }

  type(text: string): void {
    this.#child.stdin?.write(text);
  }

  async shows(text: string, times = 1): Promise<void> {
    while (this.out.split(text).length <= times)
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
  }
}

const resident = new ResidentCallgate();
afterAll(() => resident.stop());

export const openGateHome = async (policy = 'balanced', folder: string = tempHome()): Promise<GateHome> => {
  const keys = openKeys(join(folder, 'callgate.key'));
  const database = join(folder, 'callgate.db');
  const store = await openSqliteStore({ path: database, keys, durable: false });
  const gate = await createGate({
    policy: policy.includes(':') ? policyText(policy) : presetPolicy(policy as 'balanced'),
    store,
    catalogue: catalogueOf(),
    keys,
    limits: { sweepMs: null, backOffMs: 1 },
  });
  const control = await serveOperations({
    gate,
    folder,
    instance: store.instance,
    publicKey: keys.publicKey,
  });
  let open = true;
  const close = async (): Promise<void> => {
    if (!open) return;
    open = false;
    await control.close();
    await gate.close();
    await store.close();
  };
  onTestFinished(close);
  const callgate = (...args: readonly string[]): Promise<CommandResult> =>
    resident.run(args, { env: environment(folder) });
  return { folder, database, keys, gate, store, close, callgate };
};
