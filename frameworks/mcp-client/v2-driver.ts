import type { Driver } from '../../packages/adapters/test/suite/driver.ts';
import { connectV2 } from './connect-v2.ts';
import { driverFor } from './talk.ts';

export const driver: Driver = driverFor(
  'mcp-client, SDK version 2',
  connectV2,
  (client) => (call) => client.callTool(call),
);
