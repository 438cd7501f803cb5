import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CallgateError, display } from '@callgate/core';
import type { OracleOptions } from './oracle-upstream.ts';

export interface OracleProcess {
  readonly pid: number;
  /** Ends it, if it has not ended. */
  stop(): Promise<void>;
}

const isSource = import.meta.url.endsWith('.ts');
const main = fileURLToPath(new URL(`oracle-main.${isSource ? 'ts' : 'js'}`, import.meta.url));

/** The oracle in a process of its own. It ends with whoever started it. Resolves when it listens. */
export const spawnOracle = async ({
  socketPath,
  logPath,
  script = {},
}: OracleOptions): Promise<OracleProcess> => {
  const args = [main, '--socket', socketPath, '--log', logPath, '--script', JSON.stringify(script)];
  const child = spawn(process.execPath, [...(isSource ? ['--conditions=@callgate/source'] : []), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(0, 2000);
  });
  const exited = once(child, 'close');
  const ready = await Promise.race([once(child.stdout, 'data').then(() => true), exited.then(() => false)]);
  if (!ready || child.pid === undefined) {
    throw new CallgateError(
      'ORACLE_START',
      `the oracle upstream did not start: ${display(complaint, { lines: true })}`,
      {
        help: 'socket paths may have at most 107 bytes',
      },
    );
  }
  return {
    pid: child.pid,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
};
