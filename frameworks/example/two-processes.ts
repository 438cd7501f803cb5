import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { display } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import type { ExampleGate } from './open-gate.ts';
import { openGateIn } from './open-gate.ts';

export const say = (line: string): void => console.log(line);

export const outbox = (folder: string): string => {
  const path = join(folder, 'outbox.txt');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : '(empty)';
};

export const printAuditLog = async ({ store }: ExampleGate): Promise<void> => {
  for (const { seq, event, bytes } of await store.read.rows(1, 1000)) {
    const { tool_name: tool } = JSON.parse(new TextDecoder().decode(bytes)) as { tool_name: string };
    say(`  ${String(seq).padStart(3)}  ${event.padEnd(13)} ${display(tool)}`);
  }
};

type ExamplePart = (folder: string, opened: ExampleGate) => Promise<void>;

/** Runs the first part here and the second in a process of its own, with a gate each on the same file. */
export const runInTwoProcesses = async (
  catalogue: (folder: string) => Promise<ToolCatalogue>,
  first: ExamplePart,
  second: ExamplePart,
): Promise<void> => {
  const [, script = '', resumed] = process.argv;
  const folder = resumed ?? mkdtempSync(join(tmpdir(), 'callgate-example-'));
  const opened = await openGateIn(folder, await catalogue(folder));
  try {
    await (resumed === undefined ? first : second)(folder, opened);
  } finally {
    await opened.close();
  }
  if (resumed !== undefined) return;
  const { status } = spawnSync(process.execPath, [...process.execArgv, script, folder], { stdio: 'inherit' });
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = status ?? 1;
};
