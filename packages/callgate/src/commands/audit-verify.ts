import { readFile } from 'node:fs/promises';
import { CallgateError, display } from '@callgate/core';
import type { ProofCheck, AuditProblem, VerifyReport, VerifyGap, VerifyVerdict } from '@callgate/gate/audit';
import type { Checkpoint } from '@callgate/gate/record';
import { checkEntryProof, readAnchorFile, verifyDatabase } from '@callgate/gate/audit';
import { keyId } from '@callgate/gate/record';
import type { JournalsResult } from '@callgate/cluster';
import { isPostgresUrl } from '@callgate/gate/store';
import { withAuditLog } from '../audit/open-audit-log.ts';
import { createEntryProgress } from '../audit/entry-progress.ts';
import { entryLine } from '../audit/entry-text.ts';
import { resolveAnchors, resolvePublicKey, readPublicKey } from '../audit/verification-inputs.ts';
import { flagOption, textOption } from '../options/option.ts';
import { AUDIT_LOG_OPTIONS } from '../options/audit-log-location.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { formatCount, formatInteger } from '../show/format-columns.ts';
import { writeOutputFile } from '../show/line-output.ts';
import { bold, write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

/** Holds the record in a database against the journals it was made of; null where it is in a file. */
const verifyJournalsAt = async (place: string): Promise<JournalsResult | null> => {
  if (!isPostgresUrl(place)) return null;
  const { verifyJournals } = await import('@callgate/cluster');
  return await verifyJournals(place);
};

const journalsText = ({ ok, problems, chains, rows, copied }: JournalsResult): string =>
  [
    `${formatCount(chains, 'journal')} with ${formatCount(rows, 'row')} ${ok ? 'agree' : 'DO NOT AGREE'} with the record${copied === 0 ? '' : `; ${formatCount(copied, 'row')} came from another store`}`,
    ...problems.map((problem) => `  ${problem}`),
  ].join('\n');

const signedWords = ({ signed, checkpoint }: ProofCheck): string =>
  signed === true
    ? `signed with key ${checkpoint?.key ?? ''}`
    : signed === false
      ? 'not signed with the key that was given'
      : 'nobody knows by whom it was signed: no public key was given';

/** What a proof shows, for people. */
const proofText = (checked: ProofCheck): string => {
  const { ok, problems, row, checkpoint, anchored } = checked;
  return [
    ...(row === null ? [] : [entryLine(row)]),
    ...problems.map((problem) => `${bold('wrong')}: ${display(problem, { max: 400 })}`),
    ok ? 'the proof holds' : bold('the proof does not hold'),
    ...(checkpoint === null
      ? []
      : [
          `  the checkpoint of ${formatInteger(checkpoint.size)} rows, made ${new Date(checkpoint.at).toISOString()}, is ${signedWords(checked)}`,
          anchored
            ? '  an anchor remembers that checkpoint'
            : '  no anchor that was given remembers that checkpoint',
        ]),
  ].join('\n');
};

const problemText = ({ seq, call, code, what }: AuditProblem): string => {
  const where =
    seq !== undefined ? `row ${seq}` : call == null ? 'the record' : `call ${display(call, { max: 128 })}`;
  return `${bold(where)}: ${display(what, { max: 2000 })} [${code}]`;
};

const gapText = (gap: VerifyGap, { rows, signedRows }: VerifyReport): string => {
  switch (gap) {
    case 'key':
      return 'no public key was given, so nobody knows who signed it: name one with --key';
    case 'anchors':
      return 'no anchor fits, so a deleted end or an older copy would not be noticed: name anchor files with --anchor';
    case 'tail-signature':
      return `rows ${formatInteger(signedRows + 1)} to ${formatInteger(rows)} are not signed yet: a gateway signs within a minute and when it is closed`;
    case 'older-than-remembered':
      return 'an anchor remembers rows that are not in it: this is an older copy, or its end was cut off';
  }
};

const headline = ({ verdict, problems, more }: VerifyReport, held: string): string => {
  if (verdict === 'intact') return `the record holds: ${held}`;
  return verdict === 'broken'
    ? `${bold('the record does not hold')}: ${formatCount(problems.length + more, 'problem')} in ${held}`
    : `${bold('nobody can say whether the record holds')}: ${held}`;
};

/** What was found, for people. */
const verifiedText = (result: VerifyReport, key: string | undefined): string => {
  const { rows, calls, checkpoints, kept, problems, more, signedRows, anchoredRows } = result;
  const held = `${formatCount(rows, 'row')}, ${formatCount(calls, 'call')}, ${formatCount(checkpoints, 'checkpoint')}, ${formatCount(kept, 'kept text')}`;
  return [
    ...problems.map(problemText),
    ...(more === 0 ? [] : [`and ${formatCount(more, 'more problem')}`]),
    headline(result, held),
    ...(result.verdict === 'unknown' ? result.gaps.map((gap) => `  ${gapText(gap, result)}`) : []),
    ...(key === undefined || signedRows === 0
      ? []
      : [`  rows 1 to ${formatInteger(signedRows)} are those that key ${key} signed`]),
    ...(anchoredRows === 0
      ? []
      : [`  rows 1 to ${formatInteger(anchoredRows)} are those that an anchor remembers`]),
    'not known:',
    ...result.unknown.map((each) => `  ${each}`),
  ].join('\n');
};

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
      ...AUDIT_LOG_OPTIONS,
      anchor: textOption('Anchor files, separated by commas; callgate.anchors beside the database if absent'),
      key: textOption(
        'The public key (PEM) of whoever signed; callgate.key.pub beside the database if absent',
      ),
      json: flagOption('What was found as JSON'),
    },
    async (given) => {
      await withAuditLog(given, async ({ read, database, home }) => {
        const publicKey = resolvePublicKey(home, given.key);
        const anchors = await resolveAnchors(home, given.anchor, note);
        const progress = createEntryProgress(
          process.stderr,
          () => performance.now(),
          (await read.head()).seq,
        );
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
      ...AUDIT_LOG_OPTIONS,
      out: textOption('A file; standard output if absent'),
    },
    async (given) => {
      const seq = readSeq(given.row);
      await withAuditLog(given, async ({ operations }) => {
        await writeOutputFile(given.out, await operations.ask('record.proof', { seq }));
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
      const checked = checkEntryProof(text, {
        anchors: await anchorsIn(given.anchor),
        ...(given.key === undefined ? {} : { publicKey: readPublicKey(given.key) }),
      });
      write(given.json === true ? asciiJson(checked, 2) : proofText(checked));
      if (!checked.ok) process.exitCode = 1;
    },
  ),
};
