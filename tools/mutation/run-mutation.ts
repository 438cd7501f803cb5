/** `npm run test:mutation`: installs Stryker, which nothing else needs, and runs it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installed } from '../../material/install.ts';
import { ROOT } from '../list-pages.ts';

const home = await installed('mutation');
const stryker = join(home, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const { status } = spawnSync(
  process.execPath,
  [stryker, 'run', 'tools/mutation/stryker.config.mjs', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
