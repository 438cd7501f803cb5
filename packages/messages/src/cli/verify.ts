import { countOf } from '../text/count.ts';

/** `callgate verify`: what tools claim, and what was seen when they were called. */
export const verifyMessages = {
  root: 'A folder that the server works on; repeatable; by default this one',
  name: 'The name of the server in the audit log and the lock; by default from the command',
  tool: 'Call only this tool; repeatable',
  calls: 'Calls for each tool, beside its repetition; by default 5',
  examples: 'A JSON file of arguments: {"TOOL": [{…}, …]}',
  examplesShape: {
    object: 'the file is not an object',
    list: ({ tool }: { readonly tool: string }): string => `${tool} is not a list of objects`,
  },
  fromLog: 'Call with arguments from the audit log',
  allow: 'A host:port that closed tools may connect to; repeatable',
  env: 'Give the server the real value of this secret variable; repeatable',
  settle: 'Seconds to watch after an answer; by default 1',
  timeout: 'Seconds a start or a call may take; by default 30',
  html: 'Print an HTML page',
  output: 'Write the report to this file',
  writeLock: 'Write what was seen into the lock, as evidence',
  lock: 'The lock of --write-lock; by default callgate.lock.yaml here',
  title: ({ server }: { readonly server: string }): string => `What the tools of ${server} did`,
  starting: ({ tool }: { readonly tool: string }): string => `Watching ${tool}`,
  headline: ({ tools, seconds }: { readonly tools: number; readonly seconds: number }): string =>
    `${countOf(tools, 'tool')}, each in a sandbox of its own, watched for ${seconds} s after an answer`,
  observedIn: ({ calls, failed }: { readonly calls: number; readonly failed: number }): string =>
    `observed in ${countOf(calls, 'call')}${failed === 0 ? '' : `, ${failed} answered with an error`}`,
  notObserved: 'not observed',
  claimContradicted: ({ hint, claim }: { readonly hint: string; readonly claim: string }): string =>
    `${hint} ${claim}: contradicted`,
  claimHeld: ({ hint, claim }: { readonly hint: string; readonly claim: string }): string =>
    `${hint} ${claim}: no contradiction seen`,
  claimUntested: ({ hint, claim }: { readonly hint: string; readonly claim: string }): string =>
    `${hint} ${claim}: not tested`,
  kinds: {
    wrote: 'wrote',
    deleted: 'deleted',
    moved: 'moved away',
    // no network is there: every connection is an attempt
    connected: 'tried to connect to',
    listened: 'listened on',
    started: 'started',
    readSecret: 'read the secret',
  },
  triedKinds: {
    wrote: 'tried to write',
    deleted: 'tried to delete',
    moved: 'tried to move',
    connected: 'tried to connect to',
    listened: 'tried to listen on',
    started: 'tried to start',
    readSecret: 'tried to read the secret',
  },
  networks: {
    AF_UNIX: 'a local socket',
    AF_INET: 'the internet',
    AF_INET6: 'the internet',
  },
  temporary: 'temporary',
  more: ({ count }: { readonly count: number }): string => `and ${count} more`,
  nothing: 'no effect seen',
  repeatChanges: 'a second run of the same call changed something',
  repeatSame: 'a second run of the same call changed nothing',
  unwatched: 'uses system calls that cannot be watched: more may have happened',
  withoutCall: 'Without a call, the server did this; it is counted for no tool:',
  allFailed: 'every call failed: give arguments that work with --examples or --from-log',
  contradictions: ({ claims, tools }: { readonly claims: number; readonly tools: number }): string =>
    `${countOf(claims, 'claim')} of ${countOf(tools, 'tool')} contradicted.`,
  untested: ({ claims }: { readonly claims: number }): string => `${countOf(claims, 'claim')} not tested.`,
  alsoWithoutCall: 'also without a call, so it may not be the tool:',
  noContradiction: 'No claim was contradicted.',
  limits: ({ calls }: { readonly calls: number }): string =>
    `Observed in ${countOf(calls, 'call')}. Other arguments, other data or a network may show other effects.`,
  environment:
    'Secret variables had made-up values. Reading one is seen only if its value leaves the process as it is.',
  lockWritten: ({ path, tools }: { readonly path: string; readonly tools: number }): string =>
    `${path}: evidence for ${countOf(tools, 'tool')} written`,
  lockSkipped: ({ tool }: { readonly tool: string }): string =>
    `${tool} is not in the lock with this definition; nothing was written for it`,
  columns: { tool: 'Tool', calls: 'Calls', claims: 'Claims', seen: 'Observed' },
};
