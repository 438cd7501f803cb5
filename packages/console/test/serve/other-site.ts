import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web site of somebody else. */
export interface OtherSite {
  readonly port: number;
  /** What was asked of it, with the cookies that came along. */
  readonly requests: readonly { readonly path: string; readonly cookie: string }[];
  /** Shown to whoever comes next. */
  shows(html: string): void;
  close(): Promise<void>;
}

export const openOtherSite = async (): Promise<OtherSite> => {
  const requests: { path: string; cookie: string }[] = [];
  let page = '';
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', cookie: request.headers.cookie ?? '' });
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    shows: (html) => {
      page = `<!doctype html><meta charset="utf-8"><title>other</title><body>${html}`;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
