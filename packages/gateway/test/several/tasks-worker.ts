/** `tasks-worker.ts FOLDER STORE SERVERS`: a gateway that begins the tasks it is told to, line by line, until it is killed. */
import { createInterface } from 'node:readline';
import type { JsonObject } from '@callgate/core';
import type { ServerConfig } from '../../src/config/gateway-config.ts';
import { agentAt, openTaskReplica, startTask } from './task-replicas.ts';

const [, , folder = '.', store = '', servers = '[]'] = process.argv;
const at = await openTaskReplica(folder, store, JSON.parse(servers) as readonly ServerConfig[]);
const agent = await agentAt(at);
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const [name, args] = JSON.parse(line) as readonly [string, JsonObject];
  process.stdout.write(`${await startTask(agent, name, args)}\n`);
}
