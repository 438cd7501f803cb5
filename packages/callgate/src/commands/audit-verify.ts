import { readFile } from 'node:fs/promises';
import { CallgateError, display } from '@callgate/core';
import type { ProofCheck, AuditProblem, VerifyReport, VerifyVerdict } from '@callgate/gate/audit';
import { checkEntryProof } from '@callgate/gate/audit';
import { keyId } from '@callgate/gate/record';
import type { StoreVerification } from '@callgate/gateway/store';
import { openStoreReader, verifyStore } from '@callgate/gateway/store';
import { auditMessages } from '@callgate/messages/cli/audit';
import { optionMessages } from '@callgate/messages/cli/options';
import { commandErrors } from '@callgate/messages/errors/command';
import { dataFileErrors } from '@callgate/messages/errors/data-file';
import { optionErrors } from '@callgate/messages/errors/option';
import type { ArgsDef } from 'citty';
import { parseArgs } from 'citty';
import { isArchive } from '@callgate/gate/sql';
import { canBeStore } from '@callgate/gate/store';
import { pathsBesideDatabase, withAuditLog } from '../audit/open-audit-log.ts';
import { homePaths } from '../home/home-paths.ts';
import { locateHomeStore } from '../home/locate-home-store.ts';
import { createEntryProgress } from '../audit/entry-progress.ts';
import { entryLine } from '../audit/entry-text.ts';
import { resolveAnchors, resolvePublicKey, readPublicKey } from '../audit/verification-inputs.ts';
import { flagOption, textOption } from '../options/option.ts';
import type { AuditLogLocation } from '../options/audit-log-location.ts';
import { AUDIT_LOG_OPTIONS } from '../options/audit-log-location.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { formatInteger } from '../show/format-columns.ts';
import { writeOutputFile } from '../show/line-output.ts';
import { bold, write } from '../show/style.ts';
import type { Command, Commands } from './command.ts';
import { command } from './command.ts';

const { verify: texts } = auditMessages;

const journalsText = ({ ok, chains, rows, copied }: NonNullable<StoreVerification['journals']>): string =>
  texts.journals({ journals: chains, entries: rows, agree: ok, copied });

const signatureText = ({ signed, checkpoint }: ProofCheck): string =>
  signed === true
    ? texts.signedBy({ key: checkpoint?.key ?? '' })
    : signed === false
      ? texts.signedByOther
      : texts.signerUnknown;

/** What a proof shows, for people. */
const proofText = (checked: ProofCheck): string => {
  const { ok, problems, row, checkpoint, anchored } = checked;
  return [
    ...(row === null ? [] : [entryLine(row)]),
    ...problems.map((problem) => `${bold(texts.problem)}: ${display(problem, { max: 400 })}`),
    ok ? texts.proofValid : bold(texts.proofInvalid),
    ...(checkpoint === null
      ? []
      : [
          `  ${texts.checkpoint({
            entries: formatInteger(checkpoint.size),
            at: new Date(checkpoint.at).toISOString(),
            signature: signatureText(checked),
          })}`,
          `  ${anchored ? texts.anchorKnows : texts.anchorNone}`,
        ]),
  ].join('\n');
};

const problemText = ({ seq, call, code, what }: AuditProblem): string => {
  const where =
    seq !== undefined
      ? texts.entry({ seq })
      : call == null
        ? texts.log
        : texts.call({ id: display(call, { max: 128 }) });
  return `${bold(where)}: ${display(what, { max: 2000 })} [${code}]`;
};

const headline = ({ verdict, problems, more }: VerifyReport, counts: string): string => {
  if (verdict === 'intact') return texts.intact({ counts });
  return verdict === 'broken'
    ? `${bold(texts.broken)}: ${texts.brokenBy({ problems: problems.length + more, counts })}`
    : `${bold(texts.unknown)}: ${counts}`;
};

/** What was found, for people. */
const verifiedText = (result: VerifyReport, key: string | undefined): string => {
  const { rows, calls, checkpoints, kept, problems, more, signedRows, anchoredRows } = result;
  return [
    ...problems.map(problemText),
    ...(more === 0 ? [] : [texts.moreProblems({ count: more })]),
    headline(result, texts.counts({ entries: rows, calls, checkpoints, texts: kept })),
    ...(result.verdict === 'unknown'
      ? result.gaps.map((gap) => `  ${texts.gap({ gap, rows, signedRows })}`)
      : []),
    ...(key === undefined || signedRows === 0
      ? []
      : [`  ${texts.signed({ entries: formatInteger(signedRows), key })}`]),
    ...(anchoredRows === 0 ? [] : [`  ${texts.anchored({ entries: formatInteger(anchoredRows) })}`]),
    ...(result.archived === undefined ? [] : [`  ${texts.archived({ count: result.archived })}`]),
    texts.notKnown,
    ...result.unknown.map((each) => `  ${each}`),
  ].join('\n');
};

const EXIT: Readonly<Record<VerifyVerdict, number>> = { intact: 0, broken: 1, unknown: 3 };

const note = (text: string): void => {
  process.stderr.write(`note: ${text}\n`);
};

const readSeq = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new CallgateError(commandErrors.entryNumber());
};

const MOST_BYTES = 64 * 1024 * 1024;

const readText = async (path: string): Promise<string> => {
  try {
    const bytes = await readFile(path);
    if (bytes.length <= MOST_BYTES) return bytes.toString('utf8');
  } catch (cause) {
    throw new CallgateError(dataFileErrors.unreadable({ path: display(path) }), { cause });
  }
  throw new CallgateError(dataFileErrors.tooLargeForProof({ path: display(path) }));
};

const verify = async (given: VerifyOptions): Promise<void> => {
  await withAuditLog(given, async ({ read, database, home }) => {
    const publicKey = resolvePublicKey(home, given.key);
    const anchors = await resolveAnchors(home, given.anchor, note);
    const progress = createEntryProgress(process.stderr, () => performance.now(), (await read.head()).seq);
    const { journals, ...result } = await verifyStore(read, database, {
      anchors,
      ...(publicKey === undefined ? {} : { publicKey }),
      onProgress: (rows) => progress.read(rows),
    }).finally(() => progress.clear());
    const key = publicKey === undefined ? undefined : keyId(publicKey);
    write(
      given.json === true
        ? asciiJson({ ...result, key: key ?? null, ...(journals === null ? {} : { journals }) }, 2)
        : [verifiedText(result, key), ...(journals === null ? [] : [journalsText(journals)])].join('\n'),
    );
    process.exitCode = EXIT[result.verdict];
  });
};

/** Archives together with the store, where there is one and nothing is missing between them. */
const verifyFiles = async (files: readonly string[], given: VerifyOptions): Promise<void> => {
  const { verifyArchives } = await import('../archive/verify-archives.ts');
  const database = await locateHomeStore(process.env, given.db, given.config);
  const home = given.db === undefined ? homePaths(process.env) : pathsBesideDatabase(database);
  const publicKey = resolvePublicKey(home, given.key);
  const trusted = { publicKey, anchors: await resolveAnchors(home, given.anchor, note) };
  const store = canBeStore(database) ? await openStoreReader(database) : undefined;
  const found = await verifyArchives(files, store?.read, trusted).finally(() => store?.close());
  const key = publicKey === undefined ? undefined : keyId(publicKey);
  write(
    given.json === true
      ? asciiJson(
          found.map(({ name, report }) => ({ ...report, file: name === '' ? null : display(name) })),
          2,
        )
      : found
          .map(({ name, report }) =>
            [...(name === '' ? [] : [display(name, { max: 400 })]), verifiedText(report, key)].join('\n'),
          )
          .join('\n\n'),
  );
  const verdicts = found.map(({ report }) => report.verdict);
  process.exitCode =
    EXIT[
      verdicts.find((each) => each === 'broken') ?? verdicts.find((each) => each === 'unknown') ?? 'intact'
    ];
};

const checkProofFile = async (path: string, given: VerifyOptions): Promise<void> => {
  const checked = checkEntryProof(await readText(path), {
    anchors: await resolveAnchors({}, given.anchor, note),
    ...(given.key === undefined ? {} : { publicKey: readPublicKey(given.key) }),
  });
  write(given.json === true ? asciiJson(checked, 2) : proofText(checked));
  if (!checked.ok) process.exitCode = 1;
};

const writeProof = async (entry: string, given: VerifyOptions): Promise<void> => {
  const seq = readSeq(entry);
  await withAuditLog(given, async ({ operations }) => {
    await writeOutputFile(given.out, await operations.ask('record.proof', { seq }));
  });
};

interface VerifyOptions extends AuditLogLocation {
  readonly anchor?: string | undefined;
  readonly key?: string | undefined;
  readonly out?: string | undefined;
  readonly json?: boolean | undefined;
}

const ARGS = {
  file: { type: 'positional', required: false, description: texts.what },
  ...AUDIT_LOG_OPTIONS,
  anchor: textOption(optionMessages.anchors),
  key: textOption(optionMessages.publicKey),
  proof: flagOption(texts.proof),
  out: textOption(texts.out),
  json: flagOption(optionMessages.json),
} as const;

const entry: Command = command(ARGS, async (given) => {
  const [what, ...others] = given._;
  if (what !== undefined && given.proof !== true && (await isArchive(what)))
    return await verifyFiles(given._, given);
  if (others[0] !== undefined)
    throw new CallgateError(
      commandErrors.tooManyArguments({ command: 'audit verify', extra: display(others[0]) }),
    );
  if (given.proof !== true && given.out !== undefined)
    throw new CallgateError(optionErrors.needsOption({ name: 'out', needed: 'proof' }));
  if (given.proof === true) {
    if (what === undefined) throw new CallgateError(commandErrors.entryMissing());
    return await writeProof(what, given);
  }
  if (what === undefined) return await verify(given);
  if (given.db !== undefined || given.config !== undefined)
    throw new CallgateError(optionErrors.proofWithStore());
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
