import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** A folder with everything in it, one line a path: kind, mode and content. */
export const describeTree = (root: string, under = ''): readonly string[] =>
  readdirSync(join(root, under))
    .toSorted()
    .flatMap((name) => {
      const path = join(under, name);
      const stats = lstatSync(join(root, path));
      const mode = (stats.mode & 0o7777).toString(8);
      const label = JSON.stringify(path);
      if (stats.isSymbolicLink()) return [`${label} link ${readlinkSync(join(root, path))}`];
      if (stats.isDirectory()) return [`${label} folder ${mode}`, ...describeTree(root, path)];
      if (!stats.isFile()) return [`${label} special ${mode}`];
      const content = readFileSync(join(root, path));
      return [
        `${label} file ${mode} ${content.length} ${createHash('sha256').update(content).digest('hex')}`,
      ];
    });
