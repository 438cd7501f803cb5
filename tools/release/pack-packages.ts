import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ROOT } from '../list-pages.ts';

const run = promisify(execFile);

const tarball = z.object({
  name: z.string(),
  version: z.string(),
  filename: z.string(),
  size: z.number(),
  files: z.array(z.object({ path: z.string() })),
});

export type PackedTarball = z.infer<typeof tarball>;

/** Packs every package of the workspace into a folder, or only lists what would be packed. */
export const packPackages = async (destination?: string): Promise<readonly PackedTarball[]> => {
  const where = destination === undefined ? ['--dry-run'] : ['--pack-destination', destination];
  const args = ['pack', '--workspaces', '--ignore-scripts', '--json', ...where];
  const { stdout } = await run('npm', args, { cwd: ROOT, maxBuffer: 2 ** 26 });
  // npm 12 gives an object by name
  const listed: unknown = JSON.parse(stdout);
  return z
    .array(tarball)
    .parse(Array.isArray(listed) ? listed : Object.values(z.looseObject({}).parse(listed)));
};
