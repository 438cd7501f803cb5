import type { DemoServer } from './demo-server.ts';
import { fieldsServer } from './fields.ts';
import { filesServer } from './files.ts';
import { mailServer } from './mail.ts';
import { operationsServer } from './operations.ts';
import { researchServer } from './research.ts';
import { webServer } from './web.ts';

/** By alias. `pace` is how long one step of something slow takes, in milliseconds. */
export const DEMO_SERVERS: Readonly<Record<string, (pace: number) => DemoServer>> = {
  files: filesServer,
  mail: mailServer,
  web: webServer,
  ops: operationsServer,
  research: researchServer,
  fields: fieldsServer,
};
