/**
 * `npm run release -- --dry-run`: builds, packs and checks everything, publishes nothing.
 * `npm run release -- --version`: the next version, from the files in `.changeset`.
 * `npm run release -- --publish`: the same as the dry run, then publishes with provenance. For CI, on a clean tree.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../list-pages.ts';
import { findPackageProblems } from './find-package-problems.ts';
import { packPackages } from './pack-packages.ts';
import { releaseOrder } from './release-order.ts';
import { readWorkspacePackages } from './workspace-packages.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const stop = (line: string): never => {
  process.stderr.write(`release: ${line}\n`);
  process.exit(1);
};

const run = (command: string, args: readonly string[]): void => {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) stop(`${command} ${args.join(' ')} failed`);
};

const outputOf = (command: string, args: readonly string[]): string =>
  spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();

const MODES = ['--dry-run', '--version', '--publish'];
const [mode = ''] = process.argv.slice(2);
if (!MODES.includes(mode)) stop(`say one of ${MODES.join(', ')}`);

if (mode === '--version') {
  run('npm', ['run', '--silent', 'change', '--', 'version']);
  run('npm', ['install', '--package-lock-only', '--ignore-scripts']);
  say('Now name the version in CHANGELOG.md, and commit.');
  process.exit(0);
}

const packages = releaseOrder(readWorkspacePackages());
const version = packages[0]?.version ?? stop('there are no packages');

if (mode === '--publish') {
  if (outputOf('git', ['status', '--porcelain']) !== '') stop('commit or remove your changes first');
  if (outputOf('git', ['tag', '--list', `v${version}`]) !== '') stop(`v${version} is released already`);
  if (!readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').includes(`## ${version}`))
    stop(`CHANGELOG.md has no section ${version}`);
}

run('npm', ['run', '--silent', 'build']);
const folder = mkdtempSync(join(tmpdir(), 'callgate-release-'));
const tarballs = await packPackages(folder);
const problems = findPackageProblems(packages, tarballs);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) stop('nothing was published');

for (const { name } of packages) {
  const tarball = tarballs.find((item) => item.name === name) ?? stop(`${name} was not packed`);
  say(`${name} ${tarball.version}  ${Math.ceil(tarball.size / 1024)} KB  ${tarball.files.length} files`);
  if (mode === '--publish') run('npm', ['publish', join(folder, tarball.filename), '--provenance']);
}
if (mode === '--publish') run('git', ['tag', `v${version}`]);
say(
  mode === '--publish'
    ? `published ${version}`
    : `${version} could be published; the tarballs are in ${folder}`,
);
