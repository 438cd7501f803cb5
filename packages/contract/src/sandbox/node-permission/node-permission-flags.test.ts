import { describe, expect, it } from 'vitest';
import { nodePermissionFlags } from './node-permission-flags.ts';

const flags = (version: string, network = false): readonly string[] | undefined =>
  nodePermissionFlags({ version, writable: ['/scratch'], network });

describe('permissions of Node', () => {
  it.each(['v18.20.0', 'v20.20.2', 'v22.12.0', 'nonsense'])('are not relied on in %s', (version) => {
    expect(flags(version)).toBeUndefined();
  });

  it.each(['v22.13.0', 'v24.21.0', 'v25.0.0'])(
    'let nothing be written but scratch folders in %s',
    (version) => {
      expect(flags(version)?.filter((flag) => flag.startsWith('--allow-fs-write'))).toEqual([
        '--allow-fs-write=/scratch',
        '--allow-fs-write=/scratch/*',
      ]);
    },
  );

  it('never allow processes, addons or WASI, which are not held to them', () => {
    for (const flag of flags('v25.0.0', true) ?? []) expect(flag).not.toMatch(/child-process|addons|wasi/);
  });

  it('name the network only where it is known', () => {
    expect(flags('v25.0.0', true)).toContain('--allow-net');
    expect(flags('v25.0.0')).not.toContain('--allow-net');
    expect(flags('v24.21.0', true)).not.toContain('--allow-net');
  });
});
