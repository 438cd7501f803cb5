/** Installs every folder that tests need. */
import { installed } from './install.ts';

await Promise.allSettled(
  ['frameworks', 'site', 'servers', 'clients', 'conformance', 'node-22', 'newcomer'].map(installed),
);
