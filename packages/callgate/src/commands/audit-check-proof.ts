import { readFile } from 'node:fs/promises';
import { CallgateError, display } from '@callgate/core';
import type { Checkpoint } from '@callgate/gate';
import { checkProof, readAnchorFile } from '@callgate/gate';
import type { ArgsDef } from 'citty';
import { proofText } from '../audit/proof-text.ts';
import { readPublicKey } from '../audit/trust.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  file: {
    type: 'positional',
    required: true,
    description: 'A proof that callgate audit proof or the console made',
  },
  key: { type: 'string', description: 'The public key (PEM) of whoever signed' },
  anchor: { type: 'string', description: 'Anchor files, separated by commas' },
  json: { type: 'boolean', description: 'What was found as JSON' },
} as const satisfies ArgsDef;

const MOST_BYTES = 64 * 1024 * 1024;

const readText = async (path: string): Promise<string> => {
  try {
    const bytes = await readFile(path);
    if (bytes.length <= MOST_BYTES) return bytes.toString('utf8');
  } catch (cause) {
    throw new CallgateError('FILE_UNREADABLE', `${display(path)} cannot be read`, {
      help: 'check the path',
      cause,
    });
  }
  throw new CallgateError('FILE_TOO_LARGE', `${display(path)} is too large for a proof`);
};

const anchorsIn = async (named: string | undefined): Promise<readonly Checkpoint[]> => {
  const all: Checkpoint[] = [];
  for (const path of named?.split(',') ?? []) all.push(...(await readAnchorFile(path)).checkpoints);
  return all;
};

/** `callgate audit check-proof FILE` */
export const auditCheckProofCommand: CommandEntry = commandEntry(
  'audit check-proof',
  'Check the proof of one row, without the record it is from',
  args,
  async ({ args: given }) => {
    const text = await readText(given.file);
    const checked = checkProof(text, {
      anchors: await anchorsIn(given.anchor),
      ...(given.key === undefined ? {} : { publicKey: readPublicKey(given.key) }),
    });
    write(given.json === true ? asciiJson(checked, 2) : proofText(checked));
    if (!checked.ok) process.exitCode = 1;
  },
);
