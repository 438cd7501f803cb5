import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultServerConfig } from '../config/defaults.ts';
import { openWatchedServer } from './open-watched-server.ts';

it('a server that ended in its sandbox is not started without one', async () => {
  const marker = join(mkdtempSync(join(tmpdir(), 'callgate-watched-')), 'ran');
  const script = `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`;
  const child = spawn(process.execPath, ['-e', 'process.exit(3)'], { stdio: ['pipe', 'pipe', 'pipe'] });
  await once(child, 'exit');
  const reach = { kind: 'stdio', command: process.execPath, args: ['-e', script], env: {} } as const;
  await expect(openWatchedServer(child, { ...defaultServerConfig('s', reach), reach })).rejects.toMatchObject(
    {
      code: 'UPSTREAM_START',
    },
  );
  expect(existsSync(marker)).toBe(false);
});
