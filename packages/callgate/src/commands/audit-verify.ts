import { readFile } from 'node:fs/promises';
import { CallgateError, display } from '@callgate/core';
import type { Checkpoint, VerifyVerdict } from '@callgate/gate';
import { checkProof, keyId, readAnchorFile, verifyDatabase } from '@callgate/gate';
import { journalsText, verifyJournalsAt } from '../audit/journals.ts';
import { withRecord } from '../audit/open-record.ts';
import { writeFile } from '../audit/output.ts';
import { proofText } from '../audit/proof-text.ts';
import { flagOption, textOption } from '../options/option.ts';
import { RECORD_PLACE } from '../options/record-place.ts';
import { rowProgress } from '../audit/row-progress.ts';
import { anchorsFor, publicKeyFor, readPublicKey } from '../audit/trust.ts';
import { verifiedText } from '../audit/verify-text.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const EXIT: Readonly<Record<VerifyVerdict, number>> = { intact: 0, broken: 1, unknown: 3 };

const note = (text: string): void => {
  process.stderr.write(`note: ${text}\n`);
};

const readSeq = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new CallgateError('ARGUMENT_VALUE', 'the row is named by its number', {
    help: 'callgate audit show CALL shows the numbers of the rows of a call',
  });
};

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

export const commands: Commands = {
  'audit verify': command(
    {
      ...RECORD_PLACE,
      anchor: textOption('Anchor files, separated by commas; callgate.anchors beside the database if absent'),
      key: textOption(
        'The public key (PEM) of whoever signed; callgate.key.pub beside the database if absent',
      ),
      json: flagOption('What was found as JSON'),
    },
    async (given) => {
      await withRecord(given, async ({ read, database, home }) => {
        const publicKey = publicKeyFor(home, given.key);
        const anchors = await anchorsFor(home, given.anchor, note);
        const progress = rowProgress(process.stderr, () => performance.now(), (await read.head()).seq);
        const result = await verifyDatabase(read, database, {
          anchors,
          ...(publicKey === undefined ? {} : { publicKey }),
          onProgress: (rows) => progress.read(rows),
        }).finally(() => progress.clear());
        const key = publicKey === undefined ? undefined : keyId(publicKey);
        const journals = await verifyJournalsAt(database);
        write(
          given.json === true
            ? asciiJson({ ...result, key: key ?? null, ...(journals === null ? {} : { journals }) }, 2)
            : [verifiedText(result, key), ...(journals === null ? [] : [journalsText(journals)])].join('\n'),
        );
        process.exitCode = journals?.ok === false ? EXIT.broken : EXIT[result.verdict];
      });
    },
    // an error says nothing about the audit log: it is not the code of a broken one
    { exitOnError: EXIT.unknown },
  ),
  'audit proof': command(
    {
      row: { type: 'positional', required: true, description: 'The number of a row' },
      ...RECORD_PLACE,
      out: textOption('A file; standard output if absent'),
    },
    async (given) => {
      const seq = readSeq(given.row);
      await withRecord(given, async ({ operations }) => {
        await writeFile(given.out, await operations.ask('record.proof', { seq }));
      });
    },
  ),
  'audit check-proof': command(
    {
      file: {
        type: 'positional',
        required: true,
        description: 'A proof that callgate audit proof or the console made',
      },
      key: textOption('The public key (PEM) of whoever signed'),
      anchor: textOption('Anchor files, separated by commas'),
      json: flagOption('What was found as JSON'),
    },
    async (given) => {
      const text = await readText(given.file);
      const checked = checkProof(text, {
        anchors: await anchorsIn(given.anchor),
        ...(given.key === undefined ? {} : { publicKey: readPublicKey(given.key) }),
      });
      write(given.json === true ? asciiJson(checked, 2) : proofText(checked));
      if (!checked.ok) process.exitCode = 1;
    },
  ),
};
