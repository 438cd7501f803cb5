import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../list-pages.ts';

const target = z.union([z.string(), z.record(z.string(), z.string())]);

const packageManifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  keywords: z.array(z.string()).min(1),
  homepage: z.url(),
  bugs: z.url(),
  license: z.literal('Apache-2.0'),
  repository: z.object({ type: z.literal('git'), url: z.string(), directory: z.string() }),
  bin: z.record(z.string(), z.string()).optional(),
  files: z.array(z.string()),
  type: z.literal('module'),
  sideEffects: z.literal(false),
  exports: z.record(z.string(), target),
  publishConfig: z.object({ access: z.literal('public'), provenance: z.literal(true) }),
  dependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
  engines: z.object({ node: z.literal('>=22.13') }),
});

export interface WorkspacePackage extends z.infer<typeof packageManifest> {
  /** From the root of the workspace. */
  readonly folder: string;
}

/** Every package that is published. A field that a registry or a user needs and that is missing is an error. */
export const readWorkspacePackages = (root: string = ROOT): readonly WorkspacePackage[] =>
  globSync('packages/*/package.json', { cwd: root })
    .toSorted()
    .map((path) => {
      const parsed = packageManifest.safeParse(JSON.parse(readFileSync(join(root, path), 'utf8')));
      if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
      return { ...parsed.data, folder: dirname(path).replaceAll('\\', '/') };
    });
