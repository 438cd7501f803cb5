import { upstreamMessages } from '@callgate/messages/upstream';

/** How one MCP server is doing. All texts are safe to show. */
export interface ServerStatus {
  readonly server: string;
  readonly state: 'ready' | 'starting' | 'unavailable' | 'sign-in' | 'crash-loop';
  /** How many of its tools are listed. */
  readonly tools: number;
  /** Why it is not ready. */
  readonly reason: string | null;
  /** The last line of its standard error, where it is a process that ended. */
  readonly lastLine: string | null;
  readonly retryAt: number | null;
  /** Since when it is not there; null where it is ready. */
  readonly downSince: number | null;
  /** What to do where it is not ready. */
  readonly help: string | null;
  /** How often it was there, went and came back. */
  readonly restarts: number;
  /** The last failure, also where it is ready again. */
  /** How well what its tools claim is held, in words; absent where nothing is to hold it. */
  readonly sandbox?: string;
  readonly lastError: { readonly message: string; readonly at: number } | null;
}

const { status: texts } = upstreamMessages;

const retryText = ({ retryAt }: ServerStatus, now: number): string => {
  if (retryAt === null) return '';
  const seconds = Math.ceil((retryAt - now) / 1000);
  return seconds <= 0 ? texts.retryingNow : texts.retryingIn({ seconds });
};

/** One line for people: the state of a server, and why. Its texts were made safe to show before. */
export const serverStatusText = (status: ServerStatus, now: number): string => {
  const { state, tools, reason, lastLine } = status;
  const why = reason === null ? '' : `: ${reason}`;
  const last = lastLine === null ? '' : texts.lastLine({ line: lastLine });
  switch (state) {
    case 'ready':
      return status.sandbox === undefined
        ? texts.ready({ tools })
        : texts.readySandboxed({ tools, sandbox: status.sandbox });
    case 'starting':
      return texts.starting({
        seconds: Math.floor((now - (status.downSince ?? now)) / 1000),
        after: status.lastError?.message ?? null,
      });
    case 'sign-in':
      return texts.signIn({ retry: retryText(status, now), help: status.help });
    case 'crash-loop':
      return `${texts.crashLoop({ retry: retryText(status, now) })}${why}${last}`;
    default:
      return `${texts.unavailable({ retry: retryText(status, now) })}${why}${last}`;
  }
};
