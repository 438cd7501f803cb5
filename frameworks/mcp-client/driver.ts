import type { Driver } from '../../packages/adapters/test/suite/driver.ts';
import { connectV1 } from './connect-v1.ts';
import { driverFor } from './talk.ts';

export const driver: Driver = driverFor(
  'mcp-client, SDK version 1',
  connectV1,
  (client) => (call) => client.callTool(call),
);
