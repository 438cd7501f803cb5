import type { HostOptions, Who } from '../host/host.ts';
import type { AdkSessionLike } from './adk-shapes.ts';

/** Whose conversation it is: of one runner a conversation, or said for every session of a runner. */
export type AdkWhose = Who | { readonly who: (session: AdkSessionLike) => Who | Promise<Who> };

export type AdkHost = Omit<HostOptions, keyof Who> &
  AdkWhose & {
    /** The server of a tool, where tools come from several. */
    readonly serverOf?: (tool: string) => string | undefined;
  };

export const whoOf = async (host: AdkHost, session: AdkSessionLike): Promise<Who> =>
  'who' in host ? await host.who(session) : host;

/** The host as it is for one call. */
export const hostFor = async (host: AdkHost, session: AdkSessionLike, tool: string): Promise<HostOptions> => {
  const { principal, context } = await whoOf(host, session);
  return { ...host, server: host.serverOf?.(tool) ?? host.server, principal, context };
};
