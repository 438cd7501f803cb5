import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '@callgate/core';
import { canonical, isJsonObject, getOwn } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import { parseEntry } from '@callgate/gate/record';
import type { ParsedEntry } from '@callgate/gate/record';
import { openSqliteReader } from '@callgate/gate/sqlite';
import type { OpenReader } from '@callgate/gate/sqlite';
import { checkInvariants, recordProblems } from '@callgate/gate/testing';
import { COMPLETED_KEY, INPUT_RESPONSES_KEY, STATE_KEY } from '../../src/dispatch/upstream.ts';
import { stateDigest } from '../../src/dispatch/params-text.ts';
import type { LogEntry } from '../../src/log/log-entry.ts';
import type { Oracle } from '../oracle.ts';
import { CANARIES } from './secrets.ts';

export interface Evidence {
  readonly folder: string;
  readonly log: readonly LogEntry[];
  readonly upstream: Oracle;
  readonly server: string;
}

export interface Judge {
  open(folder: string): Promise<void>;
  /** Whether a reader of its own finds the intent of that call. */
  readonly isDurable: (call: string) => Promise<boolean>;
  /** What must not have been, in words. */
  verdict(evidence: Evidence): Promise<readonly string[]>;
}

/** What may reach a server without being judged: nothing an agent wrote is in it. */
export const OUR_OWN: ReadonlySet<Json | undefined> = new Set([
  'initialize',
  'notifications/initialized',
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'logging/setLevel',
  'subscriptions/listen',
  'notifications/cancelled',
  'ping',
]);

interface DispatchedEntry {
  readonly server: string;
  readonly kind: string;
  readonly target: string;
  readonly argumentsDigest: string;
  readonly at: number;
}

const objectOf = (value: Json | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const of = (kind: string, target: string, judged: JsonObject): Omit<DispatchedEntry, 'server' | 'at'> => ({
  kind,
  target,
  argumentsDigest: digest('call-arguments', judged),
});

/** What was judged for a message that arrived, as its bytes tell it; undefined where nothing can have been. */
const judgedFor = (
  method: string,
  params: JsonObject,
): Omit<DispatchedEntry, 'server' | 'at'> | undefined => {
  const responses = getOwn(params, 'inputResponses');
  const state = getOwn(params, 'requestState');
  const along: JsonObject = {
    ...(responses === undefined ? {} : { [INPUT_RESPONSES_KEY]: responses }),
    ...(typeof state === 'string' ? { [STATE_KEY]: stateDigest(state) } : {}),
  };
  const args: JsonObject = { ...objectOf(getOwn(params, 'arguments')), ...along };
  switch (method) {
    case 'tools/call':
      return of('tool', textOf(getOwn(params, 'name')), args);
    case 'prompts/get':
      return of('prompt', textOf(getOwn(params, 'name')), args);
    case 'resources/read':
      return of('resource', textOf(getOwn(params, 'uri')), along);
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      return of('resource', textOf(getOwn(params, 'uri')), { method });
    case 'completion/complete': {
      const ref = objectOf(getOwn(params, 'ref'));
      const argument = objectOf(getOwn(params, 'argument'));
      const context = objectOf(getOwn(objectOf(getOwn(params, 'context')), 'arguments'));
      return of('completion', textOf(getOwn(ref, 'name') ?? getOwn(ref, 'uri')), {
        ...context,
        [textOf(getOwn(argument, 'name'))]: getOwn(argument, 'value') ?? null,
        [COMPLETED_KEY]: getOwn(argument, 'name') ?? null,
      });
    }
    default:
      return undefined;
  }
};

const keyOf = ({ server, kind, target, argumentsDigest }: Omit<DispatchedEntry, 'at'>): string =>
  canonical([server, kind, target, argumentsDigest]);

const intentsIn = (rows: readonly ParsedEntry[]): readonly DispatchedEntry[] =>
  rows
    .filter(({ event }) => event === 'dispatching')
    .map(({ detail, at }) => {
      const request = objectOf(getOwn(detail, 'request'));
      return {
        server: textOf(getOwn(request, 'server')),
        kind: textOf(getOwn(request, 'kind')),
        target: textOf(getOwn(request, 'target')),
        argumentsDigest: textOf(getOwn(request, 'argumentsDigest')),
        at,
      };
    });

/** Everything that arrived has an intent of its own that is not later. */
const checkArrived = (
  { upstream, server }: Evidence,
  intents: readonly DispatchedEntry[],
): readonly string[] => {
  const faults: string[] = [];
  const left = new Map<string, DispatchedEntry[]>();
  for (const intent of intents) left.set(keyOf(intent), [...(left.get(keyOf(intent)) ?? []), intent]);
  const arrivals = upstream.arrivals();
  const received = upstream.received();
  if (arrivals.length !== received.length) faults.push('the oracle’s two logs do not fit');
  for (const [index, { method, params, result, error }] of received.entries()) {
    if (method === undefined && (result !== undefined || error !== undefined)) continue;
    if (OUR_OWN.has(method)) continue;
    const judged = judgedFor(textOf(method), objectOf(params));
    if (judged === undefined) {
      faults.push(`message ${index} arrived and is not on the list: ${textOf(method)}`);
      continue;
    }
    const key = keyOf({ server, ...judged });
    const intent = left.get(key)?.shift();
    if (intent === undefined) faults.push(`message ${index} arrived without an intent of its own: ${key}`);
    else if (intent.at > (arrivals[index] ?? 0)) faults.push(`message ${index} arrived before its intent`);
  }
  return faults;
};

const filesIn = (folder: string): readonly string[] =>
  globSync('**/*', { cwd: folder })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile());

/** No secret lies where it does not belong. */
const checkSecrets = ({ folder, log, upstream }: Evidence): readonly string[] => {
  const places: [string, string][] = [
    ['the log', JSON.stringify(log)],
    ['the bytes that arrived', upstream.bytes()],
    ...filesIn(folder).map((path): [string, string] => [path, readFileSync(path, 'latin1')]),
  ];
  const { serverHeader: _, ...others } = CANARIES;
  const headers = JSON.stringify(upstream.headers());
  return [
    ...Object.entries(CANARIES).flatMap(([name, secret]) =>
      places.filter(([, text]) => text.includes(secret)).map(([where]) => `${name} is in ${where}`),
    ),
    ...Object.entries(others)
      .filter(([, secret]) => headers.includes(secret))
      .map(([name]) => `${name} is in the headers that arrived`),
  ];
};

const rowsIn = async ({ read }: OpenReader): Promise<readonly ParsedEntry[]> => {
  const rows: ParsedEntry[] = [];
  for (let from = 1; ;) {
    const page = await read.rows(from, 1000);
    const last = page.at(-1);
    if (last === undefined) return rows;
    for (const { bytes } of page) rows.push(parseEntry(bytes));
    from = last.seq + 1;
  }
};

/** Holds what arrived against what was recorded. */
export const judge = (): Judge => {
  let reader: OpenReader | undefined;
  return {
    open: async (folder) => {
      reader = await openSqliteReader(join(folder, 'callgate.db'));
    },
    isDurable: async (call) => {
      const rows = await reader?.read.rowsOfCall(call);
      return rows?.some(({ event }) => event === 'dispatching') === true;
    },
    verdict: async (evidence) => {
      if (reader === undefined) return ['there is no record'];
      const { read } = reader;
      const found = [
        ...(await checkInvariants({
          log: { frames: [], torn: [] },
          reader: read,
          verify: recordProblems(read),
        })),
        ...checkArrived(evidence, intentsIn(await rowsIn(reader))),
        ...checkSecrets(evidence),
      ];
      await reader.close();
      reader = undefined;
      return found;
    },
  };
};
