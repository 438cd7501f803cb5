import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LegacySessions } from './fixture/legacy-sessions.ts';
import { type LowLevelServer, type McpServerInstance, type Sdk, loadSdk } from './fixture/sdk.ts';
import { fixtureFactory } from './fixture/server.ts';
import type { World } from './fixture/tool.ts';

// A dual-era MCP server with everything that the conformance suite calls.
// `fixture-server.ts http` serves on a free port of the loopback and prints its url; `fixture-server.ts stdio` serves there.

const tell = (server: LowLevelServer, changed: 'tools' | 'prompts'): Promise<void> =>
  changed === 'tools' ? server.sendToolListChanged() : server.sendPromptListChanged();

const serveHttp = async (sdk: Sdk): Promise<string> => {
  const world: World = {
    extraTool: false,
    extraPrompt: false,
    announce: async (changed) => {
      if (changed === 'tools') modern.notify.toolsChanged();
      else modern.notify.promptsChanged();
      await Promise.all(sessions.servers().map(({ server }) => tell(server, changed)));
    },
  };
  const factory = fixtureFactory(sdk, world);
  const modern = sdk.createMcpHandler(factory, { legacy: 'reject' });
  const sessions = new LegacySessions(sdk, factory);

  const handle = sdk.toNodeHandler({
    fetch: async (request) =>
      (await sdk.isLegacyRequest(request)) ? sessions.fetch(request) : modern.fetch(request),
  });
  const allowedHost = sdk.localhostHostValidation();
  const allowedOrigin = sdk.localhostOriginValidation();
  const http = createServer((req, res) => {
    if (allowedHost(req, res) && allowedOrigin(req, res)) void handle(req, res);
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
};

const serveStdio = (sdk: Sdk): void => {
  let served: McpServerInstance | undefined;
  const world: World = {
    extraTool: false,
    extraPrompt: false,
    announce: async (changed) => {
      if (served) await tell(served.server, changed);
    },
  };
  const factory = fixtureFactory(sdk, world);
  sdk.serveStdio((ctx) => (served = factory(ctx)));
};

// a parent with a channel takes the server with it when it dies
process.on('disconnect', () => process.exit());

const sdk = await loadSdk();
if (process.argv[2] === 'stdio') serveStdio(sdk);
else process.stdout.write(`${await serveHttp(sdk)}\n`);
