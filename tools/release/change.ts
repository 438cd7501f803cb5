/** `npm run change`: asks what kind of change this is, and writes it to `.changeset`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installed } from '../../material/install.ts';
import { ROOT } from '../list-pages.ts';

const home = await installed('release');
const changesets = join(home, 'node_modules/@changesets/cli/bin.js');
const { status } = spawnSync(process.execPath, [changesets, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
