import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, Policy, Principal, TracedTool, TrustLevel } from '@callgate/core';
import { LOCAL_PRINCIPAL, describeTool, traceTool } from '@callgate/core';
import type { ServerSettings } from '@callgate/core/label';
import type { CallRequest, Clock, Dispatcher, Gate, GateOptions, Keys, ToolCatalogue } from '@callgate/gate';
import type { Store } from '@callgate/gate/store';
import { createGate, memoryKeys } from '@callgate/gate';
import { virtualClock } from '@callgate/gate/testing';
import { loadPolicy, presetPolicy } from '@callgate/policy';
import { afterEach, expect } from 'vitest';
import { GATHER_MS } from '../src/confirm/approval-requester.ts';
import { stores } from './stores.ts';

export const MONDAY_NOON: number = Date.UTC(2026, 10, 16, 12, 0);

export interface OfficeTool {
  readonly name: string;
  readonly annotations: JsonObject;
  readonly roles?: JsonObject;
  readonly trust?: TrustLevel;
  readonly server?: string;
}

const traced = (tool: OfficeTool, settings: ServerSettings = {}): TracedTool => {
  const { name, annotations, roles = {}, trust = 'trusted', server = 'office' } = tool;
  const properties = Object.fromEntries(Object.keys(roles).map((role) => [role, { type: 'string' }]));
  const definition: JsonObject = {
    name,
    annotations,
    inputSchema: { type: 'object', properties },
    _meta: { 'dev.callgate/arguments': roles },
  };
  return traceTool(describeTool({ server, trust, definition }), definition, settings);
};

/** A small office: reads, writes, what goes out, what is private, what strangers wrote. */
export const OFFICE: readonly OfficeTool[] = [
  {
    name: 'read_note',
    annotations: {
      readOnlyHint: true,
      openWorldHint: false,
      unsafeOutputHint: false,
      sensitiveDataHint: false,
    },
  },
  {
    name: 'add_note',
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      openWorldHint: false,
      reversibleHint: true,
      unsafeOutputHint: false,
      sensitiveDataHint: false,
    },
  },
  {
    name: 'delete_note',
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      openWorldHint: false,
      unsafeOutputHint: false,
      sensitiveDataHint: false,
    },
    roles: { id: 'object' },
  },
  {
    name: 'send_mail',
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      openWorldHint: true,
      unsafeOutputHint: false,
      sensitiveDataHint: false,
    },
    roles: { to: 'destination', body: 'payload' },
  },
  {
    name: 'read_mail',
    annotations: {
      readOnlyHint: true,
      openWorldHint: false,
      sensitiveDataHint: true,
      unsafeOutputHint: true,
    },
  },
  {
    name: 'read_salary',
    annotations: {
      readOnlyHint: true,
      openWorldHint: false,
      sensitiveDataHint: true,
      unsafeOutputHint: false,
    },
  },
  { name: 'search_web', annotations: { readOnlyHint: true, openWorldHint: true, sensitiveDataHint: false } },
  {
    name: 'put_key',
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
      reversibleHint: true,
      unsafeOutputHint: false,
      sensitiveDataHint: false,
    },
  },
  {
    name: 'crunch',
    annotations: {
      readOnlyHint: true,
      openWorldHint: false,
      resourceIntensiveHint: true,
      unsafeOutputHint: false,
      sensitiveDataHint: false,
    },
  },
  {
    name: 'summarise',
    annotations: {
      readOnlyHint: true,
      openWorldHint: false,
      aiProcessingHint: true,
      unsafeOutputHint: false,
      sensitiveDataHint: false,
    },
  },
  {
    name: 'read_secret',
    annotations: { readOnlyHint: true, openWorldHint: false, secretHint: true, unsafeOutputHint: false },
  },
  { name: 'mystery', annotations: {}, trust: 'untrusted', server: 'stranger' },
];

export const catalogueOf = (tools: readonly OfficeTool[] = OFFICE): ToolCatalogue => {
  const known = new Map(tools.map((tool) => [`${tool.server ?? 'office'}/${tool.name}`, traced(tool)]));
  return { find: (kind, server, target) => (kind === 'tool' ? known.get(`${server}/${target}`) : undefined) };
};

export const policyText = (text: string): Policy => {
  const loaded = loadPolicy([{ name: 'test.yaml', text }]);
  if (loaded.ok) return loaded.policy;
  throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
};

export const call = (name: string, args: JsonObject = {}, more: Partial<CallRequest> = {}): CallRequest =>
  ({
    kind: 'tool',
    server: name === 'mystery' ? 'stranger' : 'office',
    name,
    arguments: args,
    principal: LOCAL_PRINCIPAL,
    context: 'c1',
    authenticated: true,
    ...more,
  }) as CallRequest;

export const person = (subject: string, ...groups: readonly string[]): Principal => ({
  ...LOCAL_PRINCIPAL,
  subject,
  groups,
});

/** A dispatcher that remembers everything it was given. */
export const recorder = (
  answer: (args: JsonObject) => unknown = () => ({ content: [{ type: 'text', text: 'ok' }] }),
): { readonly dispatch: Dispatcher; readonly sent: { readonly call: string; readonly text: string }[] } => {
  const sent: { call: string; text: string }[] = [];
  return {
    sent,
    dispatch: async (dispatchable) => {
      const { canonicalArguments, arguments: args } = dispatchable.take();
      sent.push({ call: dispatchable.call, text: canonicalArguments });
      return { type: 'result', result: JSON.parse(JSON.stringify(answer(args))) };
    },
  };
};

export type TestClock = ReturnType<typeof virtualClock>;

export interface Office {
  readonly gate: Gate;
  readonly store: Store;
  readonly clock: TestClock;
  readonly keys: Keys;
  /** Where its store is. */
  readonly path: string;
  /** Closes the gate and the store, and opens both anew. */
  again(options?: Partial<GateOptions>): Promise<Office>;
  /** Another opener of the same store, as another process would be. */
  beside(options?: Partial<GateOptions>): Promise<Office>;
}

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** What is closed after the test, latest first. */
export const afterTest = (cleanup: () => Promise<void> | void): void =>
  void cleanups.push(async () => void (await cleanup()));

const openIn = async (
  path: string,
  clock: TestClock,
  keys: Keys,
  options: Partial<GateOptions>,
): Promise<Office> => {
  const store = await stores().open(path, { clock: clock as Clock, keys });
  const gate = await createGate({
    policy: presetPolicy('balanced'),
    catalogue: catalogueOf(),
    store,
    keys,
    clock,
    ...options,
    limits: { sweepMs: null, ...options.limits },
  });
  let open = true;
  const close = async (): Promise<void> => {
    if (!open) return;
    open = false;
    await gate.close();
    await store.close();
  };
  afterTest(close);
  return {
    gate,
    store,
    clock,
    keys,
    path,
    again: async (more = {}) => {
      await close();
      return await openIn(path, clock, keys, { ...options, ...more });
    },
    beside: (more = {}) => openIn(path, clock, keys, { ...options, ...more }),
  };
};

export const tempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-'));
  afterTest(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A place for a store. It is gone after the test. */
export const freshPlace = (): string => {
  const place = stores().fresh();
  afterTest(() => stores().destroy(place));
  return place;
};

export const office = (options: Partial<GateOptions> = {}): Promise<Office> =>
  openIn(freshPlace(), virtualClock(MONDAY_NOON), memoryKeys(), options);

/** Channels ask once calls that came together were gathered. */
export const gathers = async (asked: () => boolean | Promise<boolean>, { clock }: Office): Promise<void> => {
  await expect
    .poll(async () => {
      clock.advance(GATHER_MS);
      return await asked();
    })
    .toBe(true);
};

/** The words of the record, one event a row. */
export const story = async (store: Store, of?: string): Promise<string[]> => {
  const rows = of === undefined ? await store.read.rows(1, 1000) : await store.read.rowsOfCall(of);
  return rows.map(({ event }) => event);
};
