import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import type { ObservedTool, ObserveSettings } from '@callgate/contract/observe';
import {
  findStrace,
  judgeClaims,
  observeControl,
  observeTool,
  sampleArguments,
} from '@callgate/contract/observe';
import { createBubblewrapBackend, secretPlaces } from '@callgate/contract/sandbox';
import type { HintName, JsonObject } from '@callgate/core';
import { CallgateError, canonical, describeTool, display, getOwn, isJsonObject } from '@callgate/core';
import { disclose } from '@callgate/core/disclose';
import type { ServerEndpoint } from '@callgate/gateway/config';
import { childEnv, defaultServerConfig } from '@callgate/gateway/config';
import type { WatchedServer } from '@callgate/gateway/tools';
import { openWatchedServer } from '@callgate/gateway/tools';
import { verifyErrors } from '@callgate/messages/errors/verify';
import { findNearestName } from '@callgate/policy';
import { allowedAddresses } from './allowed-addresses.ts';
import { markSecrets } from './mark-secrets.ts';
import type { ToolArguments } from './read-examples.ts';
import { findSamplePlaces } from './sample-places.ts';
import type { ObservedClaims, ObservationReport } from './observation-report.ts';

export interface VerifyRequest {
  readonly server: string;
  readonly reach: Extract<ServerEndpoint, { kind: 'stdio' }>;
  readonly cwd: string;
  /** Absolute. */
  readonly roots: readonly string[];
  /** Callgate's own folder: not there for the server. */
  readonly hidden: readonly string[];
  /** Only these, if there are any. */
  readonly tools: readonly string[];
  /** Calls for each tool. */
  readonly calls: number;
  /** Tried before generated ones. */
  readonly args: readonly ToolArguments[];
  readonly allow: readonly string[];
  /** Variables that keep their values. */
  readonly keptVariables: readonly string[];
  readonly settleSeconds: number;
  readonly seconds: number;
  now(): number;
  /** Told before a tool is watched. */
  watching(tool: string): void;
}

type Tool = WatchedServer['tools'][number];

/** Hints whose relaxing claim a watched call can contradict. */
const JUDGED = ['readOnly', 'destructive', 'idempotent', 'openWorld', 'sensitiveData', 'secret'] as const;
const RELAXING: Readonly<Record<(typeof JUDGED)[number], 'yes' | 'no'>> = {
  readOnly: 'yes',
  destructive: 'no',
  idempotent: 'yes',
  openWorld: 'no',
  sensitiveData: 'no',
  secret: 'no',
};

const TEMPORARY: readonly string[] = ['/tmp', '/var/tmp', '/run', '/dev/shm'];
/** Instances at once: each may be a whole runtime. */
const AT_ONCE = 2;

const claimsOf = ({ name, definition }: Tool): ObservedClaims['claims'] => {
  const { claimed } = disclose(describeTool({ server: 'x', name, definition }), 'all', [], []);
  const said = JUDGED.flatMap((hint): readonly (readonly [HintName, 'yes' | 'no'])[] =>
    claimed[hint] === RELAXING[hint] ? [[hint, RELAXING[hint]]] : [],
  );
  return Object.fromEntries(said);
};

interface VerifySettings extends ObserveSettings<WatchedServer> {
  readonly sandbox: string;
  /** From the next start on. */
  useLegacy(): void;
}

const settingsFor = async (request: VerifyRequest): Promise<VerifySettings> => {
  if (process.platform !== 'linux')
    throw new CallgateError(verifyErrors.unsupported({ why: process.platform }));
  const strace = await findStrace();
  if (strace === undefined) throw new CallgateError(verifyErrors.noStrace());
  // the one with copies of folders that can be watched from outside
  const backend = createBubblewrapBackend();
  const why = await backend.probe();
  if (why !== undefined) throw new CallgateError(verifyErrors.unsupported({ why }));
  const { reach, cwd, roots, hidden, server, seconds, settleSeconds, keptVariables, now } = request;
  const marked = markSecrets(childEnv(reach.env), new Set(keptVariables), () => `callgate-${randomUUID()}`);
  const homes = [...new Set([homedir(), marked.env['HOME'] ?? homedir()])];
  const usual = defaultServerConfig(server, reach);
  let era: typeof usual.era = usual.era;
  return {
    sandbox: backend.name,
    useLegacy: () => {
      era = 'legacy';
    },
    backend,
    strace,
    request: { command: reach.command, args: reach.args, env: marked.env, cwd, roots, hidden },
    temporary: [...TEMPORARY, ...(reach.env['TMPDIR'] === undefined ? [] : [reach.env['TMPDIR']])],
    homes,
    secrets: secretPlaces(homes),
    markers: marked.markers,
    settleMs: settleSeconds * 1000,
    callMs: seconds * 1000,
    now,
    connect: async (child) => {
      const opened = await openWatchedServer(child, { ...usual, reach, era, connectMs: seconds * 1000 });
      era = opened.hello.era;
      return opened;
    },
  };
};

/** What is known first, then samples of the schema; each once. */
const argumentsFor = (
  { name, definition }: Tool,
  { args, calls }: VerifyRequest,
  places: Parameters<typeof sampleArguments>[1],
): readonly JsonObject[] => {
  const known = args.flatMap((some) => some.get(name) ?? []);
  const schema = getOwn(definition, 'inputSchema');
  const samples = sampleArguments(isJsonObject(schema) ? schema : {}, places, calls);
  const distinct = new Map([...known, ...samples].map((each) => [canonical(each), each]));
  return [...distinct.values()].slice(0, calls);
};

const selectTools = (tools: readonly Tool[], wanted: readonly string[]): readonly Tool[] => {
  const names = tools.map(({ name }) => name);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new CallgateError(
      verifyErrors.toolUnknown({
        tool: display(unknown, { max: 80 }),
        near: findNearestName(unknown, names),
      }),
    );
  if (tools.length === 0) throw new CallgateError(verifyErrors.noTools());
  return wanted.length === 0 ? tools : tools.filter(({ name }) => wanted.includes(name));
};

const UNWATCHED: Omit<ObservedTool, 'tool'> = {
  calls: 0,
  failed: 0,
  observations: [],
  repeatChangesNothing: null,
  unwatched: false,
  alsoWithoutCall: [],
};

/** Watches a server without a call, then each of its tools in an instance of its own. */
export const runVerify = async (request: VerifyRequest): Promise<ObservationReport> => {
  const { sandbox, useLegacy, ...settings } = await settingsFor(request);
  const places = await findSamplePlaces(request.roots);
  const control = await observeControl(settings).catch((error: unknown) => {
    // one that ends when it is asked which era it speaks is asked the old way
    if (!(error instanceof CallgateError) || error.code !== 'UPSTREAM_ENDED') throw error;
    useLegacy();
    return observeControl(settings);
  });
  const tools = selectTools(control.caller.tools, request.tools);
  const isAllowed = allowedAddresses(request.allow);
  const verify = async (tool: Tool): Promise<ObservedClaims> => {
    const claims = claimsOf(tool);
    const { name, digest: definition } = tool;
    try {
      const calls = argumentsFor(tool, request, places);
      const observed = await observeTool(settings, name, calls, control.later);
      const { alsoWithoutCall } = observed;
      const unclear = judgeClaims(claims, { ...observed, observations: alsoWithoutCall }, isAllowed);
      return {
        ...observed,
        definition,
        claims,
        contradictions: judgeClaims(claims, observed, isAllowed),
        untold: unclear.filter(({ because }) => because.length > 0).map(({ hint }) => hint),
      };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { ...UNWATCHED, tool: name, definition, claims, contradictions: [], untold: [], problem };
    }
  };
  const results: ObservedClaims[] = [];
  const waiting = [...tools.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, tool] = next;
      request.watching(tool.name);
      results[at] = await verify(tool);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, tools.length) }, worker));
  return {
    version: 1,
    server: request.server,
    at: request.now(),
    settleSeconds: request.settleSeconds,
    sandbox,
    withoutCall: control.observations,
    tools: results,
  };
};
