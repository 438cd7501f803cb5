import { beforeAll, describe, expect, it } from 'vitest';
import { findPackageProblems } from './find-package-problems.ts';
import type { PackedTarball } from './pack-packages.ts';
import { packPackages } from './pack-packages.ts';
import { readWorkspacePackages } from './workspace-packages.ts';

const packages = readWorkspacePackages();
let tarballs: readonly PackedTarball[] = [];
beforeAll(async () => void (tarballs = await packPackages()));

const findCore = (): (typeof packages)[number] => {
  for (const item of packages) if (item.name === '@callgate/core') return item;
  throw new Error('there is no core');
};
const core = findCore();

describe('packages of the workspace', () => {
  it('can all be published as they are', () => {
    expect(packages.length).toBeGreaterThanOrEqual(15);
    expect(findPackageProblems(packages, tarballs)).toEqual([]);
  });

  it('are not published with another version than the rest', () => {
    const other = packages.map((item) => (item === core ? { ...item, version: '9.9.9' } : item));
    expect(findPackageProblems(other, tarballs)).toContain(
      `@callgate/policy needs @callgate/core ${core.version}, which has version 9.9.9`,
    );
  });

  it('are not published with what compilers leave, nor without what their entries name', () => {
    const wrong = tarballs.map((tarball) =>
      tarball.name === core.name
        ? {
            ...tarball,
            files: [{ path: 'dist/.tsbuildinfo' }, { path: 'package.json' }, { path: 'LICENSE' }],
          }
        : tarball,
    );
    expect(findPackageProblems(packages, wrong)).toEqual(
      expect.arrayContaining([
        '@callgate/core packs no README.md',
        '@callgate/core packs dist/.tsbuildinfo',
        '@callgate/core names ./dist/index.js, which is not packed',
      ]),
    );
  });

  it('are not published with a peer in one version only', () => {
    const exact = packages.map((item) =>
      item === core ? { ...item, peerDependencies: { zod: '4.0.0' } } : item,
    );
    expect(findPackageProblems(exact, tarballs)).toContain(
      '@callgate/core has the peer zod in one version only, 4.0.0',
    );
  });
});
