import { countOf } from '../text/count.ts';
import type { VerifyGapParams } from '../text/verify-gap-text.ts';
import { verifyGapText } from '../text/verify-gap-text.ts';

const GAP_HELP: Partial<Readonly<Record<VerifyGapParams['gap'], string>>> = {
  key: '. Name one with --key',
  anchors: '. Name anchor files with --anchor',
  archives: '. Name them: audit verify ARCHIVE…',
};

/** Commands about the audit log: audit, audit stream, audit verify. */
export const auditMessages = {
  audit: {
    /** An entry of a denial is called `refused` in exports. */
    event: ({ event }: { readonly event: string }): string => (event === 'refused' ? 'denied' : event),
    /** What some options cannot be combined with. */
    notWithReport: 'a report, which covers a whole period',
    notWithOne: 'one call or entry',
    notWithList: 'a list',
    opened: 'arguments, opened:',
    what: 'Show this call, or the entry with this number',
    entries: 'List the last entries instead of calls',
    follow: 'List the last entries, and new ones as they come',
    secrets: 'Open sealed arguments with the key file beside the database',
    limit: 'Show at most this many; by default 50 calls or 20 entries',
    json: 'One call or entry a line; with an id its entries with proofs',
    state: ({ states }: { readonly states: readonly string[] }): string =>
      `States, separated by commas: ${states.join(', ')}`,
    server: 'Only calls of this server',
    tool: 'Only calls of this tool',
    principal: 'Only calls of this principal',
    session: 'Only calls of this session',
    ai: 'Only tools that use AI; --no-ai: only others',
    text: 'Part of the name of a server or tool, or the beginning of an id',
    byRule: ({ rule }: { readonly rule: string }): string => `by ${rule}`,
    byGrant: ({ grant }: { readonly grant: string }): string => `allowed by grant ${grant}`,
    observed: 'only observed',
    usesAi: 'uses AI',
    firstOnly: ({ count }: { readonly count: number }): string =>
      `note: showing the first ${count} calls; there may be more, use --limit`,
    entryChanged: ({ seq, what }: { readonly seq: number; readonly what: string }): string =>
      `entry ${seq} was changed after it was written: ${what}`,
    checkpointDiffers: ({ size }: { readonly size: number }): string =>
      `the entries are not those of the signed checkpoint of ${countOf(size, 'entry', 'entries')}`,
    runVerify: ({ what }: { readonly what: string }): string => `note: ${what}; run callgate audit verify`,
  },
  stream: {
    to: 'A file, https://HOST/PATH, syslog://HOST:PORT, syslogs://HOST:PORT, or - for standard output',
    format: 'ocsf, cef, or json for entries as they are stored; by default ocsf',
    from: 'Begin with this entry, or with what comes now; by default where it ended before, else 1',
    position: 'Keep the last delivered entry in this file; by default in the Callgate folder',
    authorization: 'A file with the value of the Authorization header, for https',
    once: 'End at the end of the log, and at the first failure',
    failed: ({
      target,
      seq,
      why,
    }: {
      readonly target: string;
      readonly seq: number;
      readonly why: string;
    }): string => `Cannot deliver to ${target}: ${why}. Delivered up to entry ${seq}; trying again`,
    again: ({ target, seq }: { readonly target: string; readonly seq: number }): string =>
      `Delivering to ${target} again, up to entry ${seq}`,
  },
  verify: {
    comparing: 'comparing with the store',
    progress: ({
      entries,
      total,
      share,
    }: {
      readonly entries: string;
      readonly total: string;
      readonly share: string;
    }): string => `${entries} of ${total} entries, ${share}`,
    notCheckpoint: ({ path, lines }: { readonly path: string; readonly lines: string }): string =>
      `${path}: not a checkpoint on line ${lines}`,
    what: 'A proof to check, or archives; with --proof the number of an entry',
    archived: ({ count }: { readonly count: number }): string =>
      `${countOf(count, 'entry is', 'entries are')} in archives: only the hashes were verified`,
    proof: 'Write a proof of this entry, for others to check',
    out: 'With --proof: write to this file; by default standard output',
    counts: ({
      entries,
      calls,
      checkpoints,
      texts,
    }: {
      readonly entries: number;
      readonly calls: number;
      readonly checkpoints: number;
      readonly texts: number;
    }): string =>
      [
        countOf(entries, 'entry', 'entries'),
        countOf(calls, 'call'),
        countOf(checkpoints, 'checkpoint'),
        countOf(texts, 'stored text'),
      ].join(', '),
    intact: ({ counts }: { readonly counts: string }): string => `Audit log intact: ${counts}`,
    broken: 'Audit log broken',
    brokenBy: ({ problems, counts }: { readonly problems: number; readonly counts: string }): string =>
      `${countOf(problems, 'problem')} in ${counts}`,
    unknown: 'Audit log not fully verified',
    moreProblems: ({ count }: { readonly count: number }): string => `and ${countOf(count, 'more problem')}`,
    entry: ({ seq }: { readonly seq: number }): string => `entry ${seq}`,
    call: ({ id }: { readonly id: string }): string => `call ${id}`,
    log: 'audit log',
    signed: ({ entries, key }: { readonly entries: string; readonly key: string }): string =>
      `Entries 1 to ${entries} are signed by key ${key}`,
    anchored: ({ entries }: { readonly entries: string }): string =>
      `Entries 1 to ${entries} are confirmed by an anchor`,
    notKnown: 'Not verified:',
    gap: (params: VerifyGapParams): string => `${verifyGapText(params)}${GAP_HELP[params.gap] ?? ''}`,
    journals: ({
      journals,
      entries,
      agree,
      copied,
    }: {
      readonly journals: number;
      readonly entries: number;
      readonly agree: boolean;
      readonly copied: number;
    }): string =>
      `${countOf(journals, 'journal')} with ${countOf(entries, 'entry', 'entries')} ${agree ? 'agree' : 'DO NOT AGREE'} with the audit log${copied === 0 ? '' : `; ${countOf(copied, 'entry', 'entries')} came from another store`}`,
    problem: 'problem',
    proofValid: 'Proof valid',
    proofInvalid: 'Proof invalid',
    checkpoint: ({
      entries,
      at,
      signature,
    }: {
      readonly entries: string;
      readonly at: string;
      readonly signature: string;
    }): string => `Checkpoint of ${entries} entries from ${at}: ${signature}`,
    signedBy: ({ key }: { readonly key: string }): string => `signed by key ${key}`,
    signedByOther: 'not signed by the given key',
    signerUnknown: 'signer unknown, no public key was given',
    anchorKnows: 'An anchor confirms this checkpoint',
    anchorNone: 'No given anchor confirms this checkpoint',
  },
  archive: {
    before: 'Archive the months before this one, like 2026-11 (UTC)',
    to: 'A folder for archives; by default archives in the folder of the store',
    cutOff: 'entries are missing',
    digestDiffers: 'the file is not the one that the audit log tells of',
    recorded: ({
      from,
      to,
      file,
    }: {
      readonly from: number;
      readonly to: number;
      readonly file: string;
    }): string => `Entries ${from} to ${to} were archived in ${file}`,
    written: ({
      month,
      from,
      to,
      file,
    }: {
      readonly month: string;
      readonly from: number;
      readonly to: number;
      readonly file: string;
    }): string => `Archived ${month}, entries ${from} to ${to}, verified: ${file}`,
    nothing: ({ before }: { readonly before: string }): string =>
      `Nothing from before ${before} is left to archive`,
  },
  hold: {
    what: 'add or remove; by default holds are listed',
    session: 'Keep the calls of this session',
    principal: 'Keep the calls of this principal',
    call: 'Keep this call',
    reason: 'Why, for the audit log',
    none: 'No legal hold',
    matchesNothing:
      'no call in the store is under this hold yet. Is it written as `callgate audit --json` shows it?',
    line: ({
      id,
      kind,
      value,
      reason,
    }: {
      readonly id: string;
      readonly kind: string;
      readonly value: string;
      readonly reason: string;
    }): string => `${id}  ${kind} ${value}: ${reason}`,
    added: ({ what }: { readonly what: string }): string => `Legal hold: ${what}`,
    ended: ({ what }: { readonly what: string }): string => `Legal hold ended: ${what}`,
  },
  export: {
    file: 'Export to this file; - is standard output. The ending tells the format',
    format: 'With --export: jsonl or csv: entries; markdown or html: a report of the period',
  },
};

export type AuditMessages = typeof auditMessages;
