import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Framework } from './frameworks.ts';
import type { MeasurementReport } from './measure-framework.ts';
import { TURN_SHAPES } from './time-turn.ts';

const FILE = fileURLToPath(new URL('measure-framework.ts', import.meta.url));
const TOO_LONG_MS = 300_000;

export const ROUNDS = 60;
export const WARM_UP = 15;
/** Where every turn starts a process. */
export const ROUNDS_OF_PROCESSES = 20;
const WARM_UP_OF_PROCESSES = 2;

/** Measures one framework. What it prints is of no interest; one that hangs is given up. */
export const measureInOwnProcess = async ({ folder, isProcess }: Framework): Promise<MeasurementReport> => {
  const numbers = isProcess ? [ROUNDS_OF_PROCESSES, WARM_UP_OF_PROCESSES] : [ROUNDS, WARM_UP];
  // starting the process varies by more than the gate adds to a turn
  const shapes = isProcess ? ['in turn'] : TURN_SHAPES;
  const child = fork(FILE, [folder, ...numbers.map(String), ...shapes], { stdio: 'ignore' });
  return await new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve({ problem: `it took longer than ${TOO_LONG_MS / 1000} seconds` });
    }, TOO_LONG_MS);
    child
      .once('message', (message) => resolve(message as MeasurementReport))
      .once('error', (error) => resolve({ problem: error.message }))
      .once('exit', (code) => {
        clearTimeout(timer);
        resolve({ problem: `it ended with code ${code}` });
      });
  });
};
