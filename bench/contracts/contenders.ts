import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { createBubblewrapBackend, createLandlockBackend, createNoBackend } from '@callgate/contract/sandbox';
import type { SandboxBackend, SandboxRequest } from '@callgate/contract/sandbox';
import { installed } from '../../material/install.ts';
import { installPackages } from '../../tools/tests/install-packages.ts';

export interface StartedProcess {
  readonly pid: number;
  readonly write: (text: string) => void;
  readonly onText: (hear: (text: string) => void) => void;
  /** Ends its input, and waits for it and all that it started. */
  readonly finish: () => Promise<void>;
}

export interface SandboxContender {
  readonly name: string;
  readonly start: (command: readonly string[]) => Promise<StartedProcess>;
}

const ended = (child: { once(event: 'close', hear: () => void): unknown }): Promise<void> =>
  new Promise((resolve) => {
    child.once('close', resolve);
  });

/** A server that runs, and what is to be done once it has ended. */
const startedProcess = (
  child: ChildProcessByStdio<Writable, Readable, Readable | null>,
  after: () => Promise<void> = async () => {},
): StartedProcess => {
  const end = ended(child);
  child.stdout.setEncoding('utf8');
  return {
    pid: child.pid ?? 0,
    write: (text) => void child.stdin.write(text),
    onText: (hear) => void child.stdout.on('data', hear),
    finish: async () => {
      child.stdin.end();
      child.stdout.resume();
      await end;
      await after();
    },
  };
};

const throughBackend = (
  name: string,
  backend: SandboxBackend,
  root: string,
  more: Partial<SandboxRequest> = {},
): SandboxContender => ({
  name,
  start: async ([command = '', ...args]) => {
    const { child, close } = await backend.start({
      command,
      args,
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/' },
      class: { writes: false, network: false },
      roots: [root],
      hidden: [],
      allow: [],
      ...more,
    });
    child.stderr.resume();
    return startedProcess(child, close);
  },
});

const SRT_SETTINGS = {
  network: { allowedDomains: [], deniedDomains: [] },
  filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
};

const throughSrt = async (folder: string, root: string): Promise<SandboxContender> => {
  installPackages('socat', 'ripgrep');
  const program = join(await installed('sandboxes'), 'node_modules/.bin/srt');
  const settings = join(folder, 'srt.json');
  writeFileSync(settings, JSON.stringify(SRT_SETTINGS));
  return {
    name: 'srt 0.0.83',
    start: async (command) => {
      const child = spawn(process.execPath, [program, '--settings', settings, ...command], {
        cwd: root,
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      return startedProcess(child);
    },
  };
};

/** Ways to start a server, the plain one first. */
export const sandboxContenders = async (
  folder: string,
  root: string,
): Promise<readonly SandboxContender[]> => {
  const [bubblewrap, landlock] = [createBubblewrapBackend(), createLandlockBackend()];
  for (const backend of [bubblewrap, landlock]) {
    const why = await backend.probe();
    if (why !== undefined) throw new Error(`${backend.name} does not work here: ${why}`);
  }
  return [
    throughBackend('plain', createNoBackend(), root),
    throughBackend('bubblewrap', bubblewrap, root),
    throughBackend('bubblewrap, one host allowed', bubblewrap, root, { allow: ['localhost:9'] }),
    throughBackend('landlock', landlock, root),
    await throughSrt(folder, root),
  ];
};
