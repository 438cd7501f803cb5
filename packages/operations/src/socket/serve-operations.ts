import type { ServerResponse } from 'node:http';
import { CallgateError } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { Clock, Gate, GateEvent } from '@callgate/gate';
import { systemClock } from '@callgate/gate';
import type { ServerLimits, SocketServer, HttpRequestContext } from '@callgate/http';
import { asciiJson, serveSocket, writeJson } from '@callgate/http';
import { operationErrors } from '@callgate/messages/errors/operation';
import type { OperationCaller } from '../api/operation.ts';
import type { StoreOperationsParts } from '../store/store-operations.ts';
import { storeOperations } from '../store/store-operations.ts';
import { findOperation, localClient } from '../operation-table.ts';
import { CONTROL_SOCKETS, EVENTS_PATH, MAX_REQUEST, OPERATIONS_PATH, REQUEST_LIMITS } from './protocol.ts';

/** Who asks from this machine: only this user opens the socket and the files. */
export const LOCAL_CALLER: OperationCaller = { subject: 'local', role: 'operator', groups: [] };

export interface ServeOperationsOptions extends Pick<
  StoreOperationsParts,
  'instance' | 'database' | 'servers' | 'publicKey'
> {
  readonly gate: Gate;
  /** Callgate's own folder; the socket is in `run` below it, named by the instance of the store. */
  readonly folder: string;
  readonly clock?: Clock;
}

const LIMITS: ServerLimits = {
  headerBytes: 8192,
  headersMs: 10_000,
  requestMs: 30_000,
  connections: 64,
  unreadMs: 30_000,
};
/** Bytes that wait for a slow reader before it loses events. */
const MAX_BACKLOG = 1_048_576;

/** Writes what happens, one line each. Who reads too slowly is told how much was lost. */
const tellEvents = (response: ServerResponse, gate: Gate): void => {
  let lost = 0;
  const stop = gate.onEvent((event: GateEvent) => {
    if (response.destroyed) return;
    if (response.writableLength > MAX_BACKLOG) {
      lost += 1;
      return;
    }
    if (lost > 0) response.write(`${asciiJson({ type: 'lost', count: lost })}\n`);
    lost = 0;
    response.write(`${asciiJson(event)}\n`);
  });
  response.once('close', stop);
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.flushHeaders();
};

/** Serves operations to the other processes of this user. It keeps no process alive. */
export const serveOperations = (options: ServeOperationsOptions): Promise<SocketServer> => {
  const { gate, folder, clock = systemClock, ...parts } = options;
  const stored = storeOperations({
    ...parts,
    folder,
    desk: gate.desk,
    clock,
    policy: () => gate.policy,
    shadow: () => gate.shadow,
  });
  const client = localClient(stored, LOCAL_CALLER);
  const answer = async (visit: HttpRequestContext): Promise<void> => {
    const name = visit.params['name'] ?? '';
    const params = parseStrict(await visit.body(MAX_REQUEST), REQUEST_LIMITS);
    if (findOperation(stored, name)?.kind === 'download')
      throw new CallgateError(operationErrors.filesNotSent());
    // the table looks the name up and reads the parameters by its schema
    const result: unknown = await client.ask(name as 'status', params as never);
    writeJson(visit.response, 200, asciiJson(result));
  };
  return serveSocket({
    kind: CONTROL_SOCKETS,
    folder,
    instance: parts.instance,
    limits: LIMITS,
    door: {
      codes: {
        header: 'CONTROL_HEADER',
        host: 'CONTROL_HOST',
        origin: 'CONTROL_ORIGIN',
        path: 'CONTROL_PATH',
        method: 'CONTROL_VERB',
        size: 'CONTROL_TOO_MUCH',
      },
      routes: [
        { methods: ['POST'], path: `${OPERATIONS_PATH}/:name`, handle: answer },
        {
          methods: ['GET'],
          path: EVENTS_PATH,
          handle: (visit) => {
            visit.stream();
            tellEvents(visit.response, gate);
          },
        },
      ],
    },
  });
};
