import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request, and which of those behind the balancer got it. */
export interface ForwardedRequest {
  readonly to: number;
  readonly path: string;
}

/** Gives every request to the next in turn, whoever it comes from. */
export interface Balancer {
  readonly url: string;
  readonly passed: readonly ForwardedRequest[];
  /** Where they listen. */
  use(behind: readonly string[]): void;
  close(): Promise<void>;
}

const forwardRequest = (request: IncomingMessage, response: ServerResponse, to: string): void => {
  const { hostname, port } = new URL(to);
  const { method, url: path, headers } = request;
  const sent = ask({ hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  sent.on('error', () => response.destroy());
  response.on('close', () => sent.destroy());
  request.pipe(sent);
};

export const openBalancer = async (): Promise<Balancer> => {
  const passed: ForwardedRequest[] = [];
  let behind: readonly string[] = [];
  let turn = 0;
  const server = createServer((request, response) => {
    const to = turn % behind.length;
    turn += 1;
    passed.push({ to, path: request.url ?? '' });
    const place = behind[to];
    if (place === undefined) response.destroy();
    else forwardRequest(request, response, place);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    use: (places) => {
      behind = places;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
