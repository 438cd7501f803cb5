import type { Driver } from '../../packages/adapters/test/suite/driver.ts';
import { connectV2 } from './connect-v2.ts';
import { createDriver } from './driver-for.ts';

export const driver: Driver = createDriver(
  'mcp-client, SDK version 2',
  connectV2,
  (client) => (call) => client.callTool(call),
);
