import { CallgateError, display } from '@callgate/core';
import {
  HttpRefusal,
  isSameSecret,
  makeHostAllowlist,
  makeListener,
  openServer,
  writePlain,
} from '@callgate/http';
import { loginMessages } from '@callgate/messages/cli/login';
import { loginErrors } from '@callgate/messages/errors/login';

const HOST = '127.0.0.1';
const PATH = '/callback';

/** Waits on this machine for the browser to come back from the authorization server. */
export interface RedirectListener {
  readonly redirectUri: string;
  /** What the browser brought with this state. Another state is refused, and waiting goes on. */
  wait(state: string, timeoutMs: number): Promise<URLSearchParams>;
  close(): Promise<void>;
}

/** Port 0 takes any that is free. */
export const listenForRedirect = async (wanted: number): Promise<RedirectListener> => {
  const { promise: returned, resolve } = Promise.withResolvers<URLSearchParams>();
  let expected: string | null = null;
  const { port, close } = await openServer({
    limits: {
      headerBytes: 32 * 1024,
      headersMs: 10_000,
      requestMs: 10_000,
      connections: 32,
      unreadMs: 10_000,
    },
    listen: makeListener(
      HOST,
      wanted,
      (why) => new CallgateError(loginErrors.listen({ port: wanted, problem: display(why, { max: 120 }) })),
    ),
    serve: (at) => ({
      place: makeHostAllowlist({ host: HOST, port: at }),
      query: true,
      codes: {
        header: 'LOGIN_HEADER',
        host: 'LOGIN_HOST',
        origin: 'LOGIN_ORIGIN',
        path: 'LOGIN_PATH',
        method: 'LOGIN_METHOD',
        size: 'LOGIN_TOO_MUCH',
      },
      refuse: (response, error) =>
        writePlain(
          response,
          error instanceof HttpRefusal ? error.status : 500,
          `${loginMessages.page.refused}\n`,
        ),
      routes: [
        {
          methods: ['GET'],
          path: PATH,
          handle: ({ query, response }) => {
            const parameters = new URLSearchParams(query);
            if (expected === null || !isSameSecret(parameters.get('state') ?? '', expected))
              return writePlain(response, 400, `${loginMessages.page.refused}\n`);
            expected = null;
            writePlain(response, 200, `${loginMessages.page.done}\n`);
            resolve(parameters);
          },
        },
      ],
    }),
  });
  return {
    redirectUri: `http://${HOST}:${port}${PATH}`,
    wait: async (state, timeoutMs) => {
      expected = state;
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => reject(new CallgateError(loginErrors.timeout({ minutes: Math.ceil(timeoutMs / 60_000) }))),
        timeoutMs,
      );
      try {
        return await Promise.race([returned, late]);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => close(),
  };
};
