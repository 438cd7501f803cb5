import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** An application with approvals in it, and the console behind it on the same origin. */
export interface HostPage {
  readonly url: string;
  /** Where the console listens. */
  use(console: string): void;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

const buildPage = async (): Promise<string> => {
  const outDir = mkdtempSync(join(tmpdir(), 'callgate-host-'));
  await build({
    root: join(import.meta.dirname, 'host'),
    base: '/app/',
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [react()],
    resolve: { conditions: ['@callgate/source', 'module', 'browser', 'production'] },
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
};

const forward = (request: IncomingMessage, response: ServerResponse, to: string, path: string): void => {
  const { hostname, port } = new URL(to);
  const { method, headers } = request;
  const sent = ask({ hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    answer.pipe(response);
  });
  sent.on('error', () => response.destroy());
  response.on('close', () => sent.destroy());
  request.pipe(sent);
};

/** `/app/` is the application, `/callgate/` the operations of the console; the rest is the console's sign-in. */
export const openHostPage = async (): Promise<HostPage> => {
  const folder = await buildPage();
  let behind = '';
  const server = createServer((request, response) => {
    const [path = '', query] = (request.url ?? '').split('?');
    if (path.startsWith('/app/')) {
      const file = normalize(path.slice('/app'.length));
      const name = file === '/' ? '/index.html' : file;
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' });
      createReadStream(join(folder, name))
        .on('error', () => response.destroy())
        .pipe(response);
      return;
    }
    const inside = path.startsWith('/callgate/') ? path.slice('/callgate'.length) : path;
    forward(request, response, behind, query === undefined ? inside : `${inside}?${query}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (console) => {
      behind = console;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
