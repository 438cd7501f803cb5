import { countOf } from './text/count.ts';

/** MCP servers as Callgate meets them: their state, what they did wrong, why nothing was sent. */
export const upstreamMessages = {
  /** A server and what it did. */
  serverDid: ({ server, fault }: { server: string; fault: string }) => `Server \`${server}\` ${fault}`,
  theServerDid: ({ fault }: { fault: string }) => `The server ${fault}`,
  notSent: ({ server, why }: { server: string; why: string }) =>
    `Nothing was sent to server \`${server}\`: ${why}`,

  startFailed: ({ code, problem }: { code: string; problem: string }) =>
    `Callgate: ${code}: ${problem}. Correct its command in the configuration of this client.`,
  tryCommand: 'Try its command by hand if it keeps failing.',
  correctCommand: 'Correct its command, or install the program.',

  status: {
    ready: ({ tools }: { tools: number }) => `Ready, ${countOf(tools, 'tool')}`,
    readySandboxed: ({ tools, sandbox }: { tools: number; sandbox: string }) =>
      `Ready, ${countOf(tools, 'tool')}; ${sandbox}`,
    readyAgain: 'Ready again',
    starting: ({ seconds, after }: { seconds: number; after: string | null }) =>
      `${after === null ? 'Starting' : 'Starting again'}${seconds < 3 ? '' : `, no answer for ${seconds} s`}${after === null ? '' : `. Before: ${after}`}`,
    signIn: ({ retry, help }: { retry: string; help: string | null }) =>
      `Server requires sign-in (401)${retry}. ${help ?? 'Give its credentials in a header'}`,
    crashLoop: ({ retry }: { retry: string }) => `Crash loop${retry}`,
    unavailable: ({ retry }: { retry: string }) => `Unavailable${retry}`,
    retryingNow: ', retrying now',
    retryingIn: ({ seconds }: { seconds: number }) => `, retrying in ${seconds} s`,
    lastLine: ({ line }: { line: string }) => `. Last line of stderr: ${line}`,
    help: ({ text, help }: { text: string; help: string }) => `${text}. Help: ${help}`,
  },

  /** Why a call did not leave: the text follows a colon. */
  notSentReasons: {
    ended: 'the server ended',
    notReading: 'the server does not read its input',
    connectionGone: 'the connection is gone',
    connectionClosed: 'the connection is closed',
    cancelled: 'the call was cancelled before',
    unreachable: ({ problem }: { problem: string }) => `no connection could be made (${problem})`,
  },

  /** What a server did: the text follows its name. */
  faults: {
    disconnected: 'was disconnected',
    gone: ({ problem }: { problem: string }) => `is gone (${problem})`,
    stopped: ({ reason }: { reason: string }) => `was told to stop (${reason})`,
    stoppedTask: 'was told to stop the task',
    cancelled: 'cancelled',
    ended: ({ how }: { how: string }) => `ended (${how})`,
    exitStatus: ({ status }: { status: number | null }) => `status ${status}`,
    notStarted: ({ problem }: { problem: string }) => `could not be started (${problem})`,
    programMissing: ({ program }: { program: string }) =>
      `could not be started: program \`${program}\` was not found (ENOENT)`,
    sessionEnded: 'ended the session',
    status: ({ status }: { status: number }) => `answered with HTTP status ${status}`,
    unanswered: 'ended its response without an answer',
    interrupted: 'interrupted its response repeatedly',
    notResumed: 'interrupted its response and did not continue it',
    connectionClosed: ({ problem }: { problem: string }) => `closed the connection (${problem})`,
    cut: 'closed the connection in the middle of its response',
    cutLine: 'ended in the middle of a line',
    notMessage: ({ problem }: { problem: string }) => `sent something that is not a message (${problem})`,
    encoded: 'sent a compressed response without being asked for one',
    tooMuch: ({ problem }: { problem: string }) => `sent too much: ${problem}`,
    tooManyBytes: ({ bytes }: { bytes: number }) => `sent more than ${bytes} bytes`,
    lineTooLong: ({ bytes }: { bytes: number }) => `sent a line longer than ${bytes} bytes`,
    banner: 'printed text where messages belong',
    redirect: 'redirected a request; redirects are never followed',
    sessionId: 'gave a session id that cannot be sent back',
    wrongStream: 'sent an answer on a stream that is not for answers',
    notification: ({ method }: { method: string }) => `sent \`${method}\`, which does not exist`,
    lastLines: ({ text }: { text: string }) => `wrote last to its stderr: ${text}`,
    requestOfOtherEra: ({ method }: { method: string }) =>
      `asked for ${method}, which servers of its version may not ask for`,
    requestNotOffered: ({ method }: { method: string }) => `asked for ${method}, which was not offered`,
    requestId: 'used the id of a question that is still open',
    requestsTooMany: ({ most }: { most: number }) => `asked more than ${most} questions at once`,
    subscription: 'acknowledged a subscription without a request for it',
    wrongId: 'answered a request on the stream of another',
    unknownId: 'answered a request that was never made',
    answeredTwice: 'answered a request twice',
    foreignProgress: 'reported progress of a request that it did not receive',
    progress: 'reported progress that cannot be read',
  },
};
