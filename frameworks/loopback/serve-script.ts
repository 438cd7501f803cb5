import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the endpoint of a model answers: one piece of JSON, or the events of a stream. */
export type EndpointReply = { readonly json: unknown } | { readonly events: readonly string[] };

export interface EndpointRequest {
  readonly path: string;
  readonly body: unknown;
}

/** The endpoint of a model, on this machine only. */
export interface ModelEndpoint {
  readonly url: string;
  /** What the model was asked, in order. */
  readonly asked: readonly EndpointRequest[];
  /** From now on it keeps no process alive. */
  readonly unref: () => void;
  readonly close: () => Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : (JSON.parse(text) as unknown);
};

const send = (response: ServerResponse, reply: EndpointReply): void => {
  if ('json' in reply) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply.json));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of reply.events) response.write(`${event}\n\n`);
  response.end();
};

/** Answers every request by `answer`, in the place of a model. */
export const serveScript = async (
  answer: (asked: EndpointRequest) => EndpointReply,
): Promise<ModelEndpoint> => {
  const asked: EndpointRequest[] = [];
  const server = createServer((request, response) => {
    bodyOf(request)
      .then((body) => {
        const one = { path: request.url ?? '', body };
        asked.push(one);
        send(response, answer(one));
      })
      .catch((error: unknown) => {
        response.writeHead(500, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: String(error) } }));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    unref: () => {
      server.unref();
      server.on('connection', (socket) => socket.unref());
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
