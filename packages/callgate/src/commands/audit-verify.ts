import { readFile } from 'node:fs/promises';
import { CallgateError, display } from '@callgate/core';
import type { CheckedProof, Problem, Verified, VerifyGap, VerifyVerdict } from '@callgate/gate/audit';
import type { Checkpoint } from '@callgate/gate/record';
import { checkProof, readAnchorFile, verifyDatabase } from '@callgate/gate/audit';
import { keyId } from '@callgate/gate/record';
import type { JournalsVerified } from '@callgate/cluster';
import { auditMessages } from '@callgate/messages/cli/audit';
import { optionMessages } from '@callgate/messages/cli/options';
import type { ArgsDef } from 'citty';
import { parseArgs } from 'citty';
import { isPostgresUrl } from '@callgate/gate/store';
import { withRecord } from '../audit/open-record.ts';
import { rowProgress } from '../audit/row-progress.ts';
import { rowLine } from '../audit/row-text.ts';
import { anchorsFor, publicKeyFor, readPublicKey } from '../audit/trust.ts';
import { flagOption, textOption } from '../options/option.ts';
import type { RecordPlace } from '../options/record-place.ts';
import { RECORD_PLACE } from '../options/record-place.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { counted, whole } from '../show/columns.ts';
import { writeFile } from '../show/output.ts';
import { bold, write } from '../show/style.ts';
import type { Command, Commands } from './command.ts';
import { command } from './command.ts';

const { verify: texts } = auditMessages;

/** Holds the record in a database against the journals it was made of; null where it is in a file. */
const verifyJournalsAt = async (place: string): Promise<JournalsVerified | null> => {
  if (!isPostgresUrl(place)) return null;
  const { verifyJournals } = await import('@callgate/cluster');
  return await verifyJournals(place);
};

const journalsText = ({ ok, problems, chains, rows, copied }: JournalsVerified): string =>
  [
    `${counted(chains, 'journal')} with ${counted(rows, 'row')} ${ok ? 'agree' : 'DO NOT AGREE'} with the record${copied === 0 ? '' : `; ${counted(copied, 'row')} came from another store`}`,
    ...problems.map((problem) => `  ${problem}`),
  ].join('\n');

const signedWords = ({ signed, checkpoint }: CheckedProof): string =>
  signed === true
    ? `signed with key ${checkpoint?.key ?? ''}`
    : signed === false
      ? 'not signed with the key that was given'
      : 'nobody knows by whom it was signed: no public key was given';

/** What a proof shows, for people. */
const proofText = (checked: CheckedProof): string => {
  const { ok, problems, row, checkpoint, anchored } = checked;
  return [
    ...(row === null ? [] : [rowLine(row)]),
    ...problems.map((problem) => `${bold('wrong')}: ${display(problem, { max: 400 })}`),
    ok ? 'the proof holds' : bold('the proof does not hold'),
    ...(checkpoint === null
      ? []
      : [
          `  the checkpoint of ${whole(checkpoint.size)} rows, made ${new Date(checkpoint.at).toISOString()}, is ${signedWords(checked)}`,
          anchored
            ? '  an anchor remembers that checkpoint'
            : '  no anchor that was given remembers that checkpoint',
        ]),
  ].join('\n');
};

const problemText = ({ seq, call, code, what }: Problem): string => {
  const where =
    seq !== undefined ? `row ${seq}` : call == null ? 'the record' : `call ${display(call, { max: 128 })}`;
  return `${bold(where)}: ${display(what, { max: 2000 })} [${code}]`;
};

const gapText = (gap: VerifyGap, { rows, signedRows }: Verified): string => {
  switch (gap) {
    case 'key':
      return 'no public key was given, so nobody knows who signed it: name one with --key';
    case 'anchors':
      return 'no anchor fits, so a deleted end or an older copy would not be noticed: name anchor files with --anchor';
    case 'tail-signature':
      return `rows ${whole(signedRows + 1)} to ${whole(rows)} are not signed yet: a gateway signs within a minute and when it is closed`;
    case 'older-than-remembered':
      return 'an anchor remembers rows that are not in it: this is an older copy, or its end was cut off';
  }
};

const headline = ({ verdict, problems, more }: Verified, held: string): string => {
  if (verdict === 'intact') return `the record holds: ${held}`;
  return verdict === 'broken'
    ? `${bold('the record does not hold')}: ${counted(problems.length + more, 'problem')} in ${held}`
    : `${bold('nobody can say whether the record holds')}: ${held}`;
};

/** What was found, for people. */
const verifiedText = (result: Verified, key: string | undefined): string => {
  const { rows, calls, checkpoints, kept, problems, more, signedRows, anchoredRows } = result;
  const held = `${counted(rows, 'row')}, ${counted(calls, 'call')}, ${counted(checkpoints, 'checkpoint')}, ${counted(kept, 'kept text')}`;
  return [
    ...problems.map(problemText),
    ...(more === 0 ? [] : [`and ${counted(more, 'more problem')}`]),
    headline(result, held),
    ...(result.verdict === 'unknown' ? result.gaps.map((gap) => `  ${gapText(gap, result)}`) : []),
    ...(key === undefined || signedRows === 0
      ? []
      : [`  rows 1 to ${whole(signedRows)} are those that key ${key} signed`]),
    ...(anchoredRows === 0 ? [] : [`  rows 1 to ${whole(anchoredRows)} are those that an anchor remembers`]),
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
    help: 'callgate audit CALL shows the numbers of the entries of a call',
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

const verify = async (given: VerifyOptions): Promise<void> => {
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
};

const checkProofFile = async (path: string, given: VerifyOptions): Promise<void> => {
  const checked = checkProof(await readText(path), {
    anchors: await anchorsIn(given.anchor),
    ...(given.key === undefined ? {} : { publicKey: readPublicKey(given.key) }),
  });
  write(given.json === true ? asciiJson(checked, 2) : proofText(checked));
  if (!checked.ok) process.exitCode = 1;
};

const writeProof = async (entry: string, given: VerifyOptions): Promise<void> => {
  const seq = readSeq(entry);
  await withRecord(given, async ({ operations }) => {
    await writeFile(given.out, await operations.ask('record.proof', { seq }));
  });
};

interface VerifyOptions extends RecordPlace {
  readonly anchor?: string | undefined;
  readonly key?: string | undefined;
  readonly out?: string | undefined;
  readonly json?: boolean | undefined;
}

const ARGS = {
  file: { type: 'positional', required: false, description: texts.what },
  ...RECORD_PLACE,
  anchor: textOption(optionMessages.anchors),
  key: textOption(optionMessages.publicKey),
  proof: flagOption(texts.proof),
  out: textOption(texts.out),
  json: flagOption(optionMessages.json),
} as const;

const entry: Command = command(ARGS, async (given) => {
  const [what, ...others] = given._;
  if (others[0] !== undefined)
    throw new CallgateError(
      'ARGUMENT_UNKNOWN',
      `audit verify takes one file, not \`${display(others[0])}\` besides`,
    );
  if (given.proof !== true && given.out !== undefined)
    throw new CallgateError('OPTION_MISSING', '--out is for --proof', { help: 'add --proof' });
  if (given.proof === true) {
    if (what === undefined)
      throw new CallgateError('ARGUMENT_MISSING', 'audit verify --proof needs the number of an entry', {
        help: 'callgate audit CALL shows the numbers of the entries of a call',
      });
    return await writeProof(what, given);
  }
  if (what === undefined) return await verify(given);
  if (given.db !== undefined || given.config !== undefined)
    throw new CallgateError(
      'OPTION_TWICE',
      'a proof is checked without the audit log: leave out --db and -c',
    );
  await checkProofFile(what, given);
});

/** Whether it is about a proof: those end with 1 where something is wrong. */
const isAboutProof = (rawArgs: readonly string[]): boolean =>
  rawArgs.includes('--proof') || parseArgs([...rawArgs], OPTIONS)._.length > 0;

const OPTIONS: ArgsDef = Object.fromEntries(
  Object.entries<ArgsDef[string]>(ARGS).filter(([, { type }]) => type !== 'positional'),
);

export const commands: Commands = {
  // an error says nothing about the audit log: it is not the code of a broken one
  'audit verify': { ...entry, exitOnError: (rawArgs) => (isAboutProof(rawArgs) ? 1 : EXIT.unknown) },
};
