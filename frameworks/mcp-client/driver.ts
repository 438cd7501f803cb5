import type { Driver } from '../../packages/adapters/test/suite/driver.ts';
import { connectV1 } from './connect-v1.ts';
import { createDriver } from './driver-for.ts';

export const driver: Driver = createDriver(
  'mcp-client, SDK version 1',
  connectV1,
  (client) => (call) => client.callTool(call),
);
