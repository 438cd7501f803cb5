import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed } from '../../../../material/install.ts';
import type { ServerConfig } from '../../src/config/gateway-config.ts';
import { childEnv } from '../../src/config/child-env.ts';
import { stdioServer } from '../test-gateway.ts';
import { CHROMIUM } from './chromium.ts';

export type RealServer = 'everything' | 'filesystem' | 'memory' | 'playwright' | 'mongodb';

const SCRIPTS: Readonly<Record<RealServer, string>> = {
  everything: '@modelcontextprotocol/server-everything/dist/index.js',
  filesystem: '@modelcontextprotocol/server-filesystem/dist/index.js',
  memory: '@modelcontextprotocol/server-memory/dist/index.js',
  playwright: '@playwright/mcp/cli.js',
  mongodb: 'mongodb-mcp-server/dist/esm/index.js',
};

/** A folder for what a server writes. */
export const roomFor = (name: string): string => mkdtempSync(join(tmpdir(), `callgate-real-${name}-`));

const argsOf = (name: RealServer, room: string): readonly string[] => {
  if (name === 'filesystem') return [room];
  if (name === 'playwright')
    return ['--headless', '--isolated', '--no-sandbox', '--executable-path', CHROMIUM, '--output-dir', room];
  return [];
};

const envOf = (name: RealServer, room: string): Readonly<Record<string, string>> => {
  if (name === 'memory') return { MEMORY_FILE_PATH: join(room, 'memory.jsonl') };
  if (name === 'mongodb') return { MDB_MCP_TELEMETRY: 'disabled', MDB_MCP_LOGGERS: 'stderr', HOME: room };
  return {};
};

/** A server from npm, installed into a folder that is no part of the workspace. */
export const realServer = async (
  name: RealServer,
  room: string,
  more: Partial<ServerConfig> = {},
): Promise<ServerConfig> => {
  const modules = join(await installed('servers'), 'node_modules');
  const config = stdioServer(
    name,
    process.execPath,
    [join(modules, SCRIPTS[name]), ...argsOf(name, room)],
    more,
  );
  return {
    ...config,
    reach: {
      kind: 'stdio',
      command: process.execPath,
      args: config.reach.kind === 'stdio' ? config.reach.args : [],
      env: childEnv(envOf(name, room)),
      cwd: room,
    },
  };
};
