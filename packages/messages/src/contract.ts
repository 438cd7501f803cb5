import { countOf } from './text/count.ts';

interface Place {
  readonly level: 'enforced' | 'seat-belt' | 'declared';
  readonly backend: string;
  readonly writes: boolean;
  readonly network: boolean;
}

/** How well the claims of a tool hold. A tool that may do everything is held to nothing, however good its sandbox is. */
const levelText = ({ level, backend, writes, network }: Place): string => {
  if (level === 'declared') return 'declared only';
  if (writes && network) return `nothing to enforce (${backend})`;
  return `${level === 'enforced' ? 'enforced' : 'seat belt'} (${backend})`;
};

/** What a tool may do. */
const placeText = ({ writes, network }: Pick<Place, 'writes' | 'network'>): string =>
  `${writes ? 'can change files' : 'cannot change files'}, ${network ? 'has a network' : 'has no network'}`;

/** Servers that a sandbox holds to their claims. */
export const contractMessages = {
  preview: {
    notHeld: 'no sandbox here can run it so that nothing lasts',
    asks: 'a preview cannot ask the client',
    toolFailed: 'The tool reported an error when it ran on copies of the files',
    notCommitted: ({ problem }: { problem: string }): string => `The file changes were not made. ${problem}`,
    secret: ({ path }: { path: string }): string => `${path} belongs to a place of secrets`,
    tooLate: 'The call was cancelled or took too long',
    resultLost: 'The file changes were made, but the result is no longer stored',
    leftAlone: ({ paths }: { paths: string }): string =>
      `Something else changed these files during an interrupted change; they were left alone: ${paths}`,
  },
  level: levelText,
  levels: ({ levels }: { levels: readonly { level: string; count: number }[] }) =>
    `claims of ${levels.map(({ level, count }) => `${countOf(count, 'tool')} ${level}`).join(', ')}`,
  runsOutside: 'what it fetched could run outside of the sandbox while its program is looked for',
  heading: 'Sandbox',
  place: placeText,
  held: (place: Place) =>
    place.level === 'declared'
      ? 'declared only: it runs as any program does'
      : `${levelText(place)}: ${placeText(place)}`,

  /** Follow the name of the server. */
  widened: ({ to, problem }: { to: string; problem: string }) =>
    `does not start in a tighter sandbox (${problem}). It runs where it ${to}`,
  unsandboxed: ({ problem }: { problem: string }) =>
    `runs without a sandbox (${problem}). Its claims are declared only`,
  elsewhere: ({ command }: { command: string }) =>
    `is started by \`${command}\`, which runs it elsewhere. Its claims are declared only`,
  unresolved: ({ problem }: { problem: string }) => `was not looked up before it is started (${problem})`,

  noSandbox: 'no sandbox works on this machine',
  runsElsewhere: 'its command runs it elsewhere',
  wasRefused: ({ backend, why }: { backend: string; why: string }) => `${backend}: ${why}`,

  /** Why a program of a tool gave no output. */
  command: {
    cancelled: 'it was cancelled',
    notFound: 'it does not start',
    tooMuch: ({ most }: { most: number }) => `it wrote more than ${most} bytes`,
  },

  /** Beside an error that the sandbox of a server makes. */
  denied: {
    write: 'Blocked by contract: this tool counts as one that changes no files, so it runs where it cannot',
    elsewhere: 'Blocked by contract: this tool can change nothing outside of its folders',
    network: 'Blocked by contract: this tool counts as closed-world, so it has no network',
    move: 'Blocked by contract: it ran on copies of its folders, where existing folders cannot be renamed',
  },

  /** Why a call did not leave: the text follows a colon. */
  notSent: {
    notStarted: ({ problem }: { problem: string }) => `its sandbox did not start (${problem})`,
    weaker: 'its sandbox does not enforce what the decision was made on',
    unplaced: 'it was decided before its sandbox was known',
    notHere: 'it may only run in a sandbox',
  },

  violated: ({ tool, kind, what }: { tool: string | null; kind: 'write' | 'connection'; what: string }) =>
    `${tool === null ? 'One of its tools' : `Tool \`${tool}\``} ${kind === 'write' ? 'wrote to' : 'tried to reach'} ${what}, against its claims. The sandbox kept it from lasting`,
};
