import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display, getOwn, isJsonObject, principalOf } from '@callgate/core';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';
import type { CallRow } from '@callgate/gate/record';
import { getCallSecretScope, openArguments, parseEntry, readEndDetail } from '@callgate/gate/record';
import type { Gateway } from '@callgate/gateway';
import { undoErrors } from '@callgate/messages/errors/undo';
import { z } from 'zod';
import type { OperationCaller, Operations } from '../api/operation.ts';
import type { MadeCall, UndoApi, UndoCall } from '../api/undo.ts';
import { defineChange, defineRead } from '../operation-table.ts';
import { fillArguments } from './fill-arguments.ts';

type Reply = Awaited<ReturnType<Gateway['protocol']['request']>>;

export type UndoParts = Pick<Gateway, 'gate' | 'catalogue' | 'known' | 'protocol' | 'keys' | 'clock'>;

const call = z.strictObject({ call: z.string().min(1).max(200) });

const VERSION = '2025-11-25';

/** Calls that take another one back have a context of their own. Nobody vouches for it: labels of their user count too. */
const contextOf = (id: string): string => `undo:${id}`;

class UndoCalls {
  readonly #gateway: UndoParts;
  readonly #waiting = new Map<string, Promise<Reply>>();

  constructor(gateway: UndoParts) {
    this.#gateway = gateway;
  }

  /** What the tool answered; undefined where it is not kept whole and in clear. Null where it did nothing. */
  async #resultOf(id: string): Promise<Json | undefined> {
    const rows = await this.#gateway.gate.desk.read.rowsOfCall(id);
    const ended = rows.findLast(({ event }) => event === 'done');
    const detail = ended === undefined ? undefined : readEndDetail(parseEntry(ended.bytes).detail);
    if (detail === undefined || detail.isError === true) return null;
    const text = isJsonObject(detail.result ?? null) ? getOwn(detail.result ?? {}, 'text') : undefined;
    return typeof text === 'string' ? parseStrict(text, DEFAULT_PARSE_LIMITS) : undefined;
  }

  async #latest({ id, server, receivedAt }: CallRow, target: string): Promise<MadeCall | null> {
    const filter = { server, target, since: receivedAt };
    const { items } = await this.#gateway.gate.desk.read.search(filter, { limit: 50 });
    const found = items.find(({ context }) => context === contextOf(id));
    return found === undefined ? null : { call: found.id, state: found.state };
  }

  #exposedName(caller: OperationCaller, server: string, tool: string): string | undefined {
    const view = this.#gateway.catalogue.viewFor(
      principalOf({ subject: caller.subject, groups: caller.groups }),
    );
    return view.tools
      .map((definition) => getOwn(definition, 'name'))
      .filter((name) => typeof name === 'string')
      .find((name) => {
        const target = view.tool(name);
        return target?.server === server && target.name === tool;
      });
  }

  async find(id: string, caller: OperationCaller): Promise<UndoCall | null> {
    const { gate, known, keys } = this.#gateway;
    const row = await gate.desk.read.call(id);
    const undoTool = row?.decision.undoTool;
    if (row?.state !== 'done' || row.kind !== 'tool' || undoTool === undefined) return null;
    const result = await this.#resultOf(id);
    if (result === null) return null;
    const { name: tool, believed: isBelieved } = undoTool;
    const inputSchema = known.find('tool', row.server, tool)?.inputSchema ?? null;
    const args = openArguments(keys, row.sealedArguments, getCallSecretScope(id));
    return {
      call: id,
      server: row.server,
      tool,
      ...fillArguments(inputSchema, args, result),
      isOffered: this.#exposedName(caller, row.server, tool) !== undefined,
      isBelieved,
      made: await this.#latest(row, tool),
    };
  }

  /** One at a time for each call: asking again waits for the same one. */
  #request(id: string, name: string, args: JsonObject, { subject, groups }: OperationCaller): Promise<Reply> {
    const before = this.#waiting.get(id);
    if (before !== undefined) return before;
    const request = this.#gateway.protocol
      .request({
        client: {
          key: contextOf(id),
          principal: principalOf({ subject, groups }),
          context: contextOf(id),
          authenticated: false,
          transport: 'http',
          era: 'legacy',
          version: VERSION,
          capabilities: {},
          info: null,
          stateful: false,
        },
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
        signal: new AbortController().signal,
        notify: () => {},
        ask: () => Promise.reject(new CallgateError(undoErrors.asks())),
      })
      .finally(() => this.#waiting.delete(id));
    this.#waiting.set(id, request);
    return request;
  }

  async make(id: string, caller: OperationCaller): Promise<MadeCall> {
    const undo = await this.find(id, caller);
    if (undo === null) throw new CallgateError(undoErrors.noTool({ call: display(id, { max: 200 }) }));
    const name = this.#exposedName(caller, undo.server, undo.tool);
    const shown = display(undo.tool, { max: 128 });
    if (name === undefined) throw new CallgateError(undoErrors.toolGone({ tool: shown }));
    if (undo.missing.length > 0)
      throw new CallgateError(
        undoErrors.argumentsMissing({
          tool: shown,
          missing: undo.missing.map((each) => display(each, { max: 80 })).join(', '),
        }),
      );
    const { gate } = this.#gateway;
    const waiting = Promise.withResolvers<void>();
    if (undo.made?.state === 'held') waiting.resolve();
    const stop = gate.onEvent((event) => {
      if (event.type !== 'held') return;
      void gate.desk.read.call(event.call).then((row) => {
        if (row?.context === contextOf(id)) waiting.resolve();
      }, waiting.reject);
    });
    try {
      // it goes on waiting for people as long as any agent's call does
      await Promise.race([waiting.promise, this.#request(id, name, undo.arguments, caller)]);
    } finally {
      stop();
    }
    const row = await gate.desk.read.call(id);
    const made = row === undefined ? null : await this.#latest(row, undo.tool);
    if (made === null) throw new CallgateError(undoErrors.notTaken({ tool: shown }));
    return made;
  }
}

/** Taking back what a call did with the tool that its own tool names for that. */
export const undoOperations = (gateway: UndoParts): Operations<UndoApi> => {
  const calls = new UndoCalls(gateway);
  return {
    'undo.call': defineRead('approver', call, ({ call: id }, caller) => calls.find(id, caller)),
    'undo.make': defineChange('operator', call, ({ call: id }, caller) => calls.make(id, caller)),
  };
};
