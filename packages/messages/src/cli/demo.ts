import { countOf } from '../text/count.ts';

/** What `callgate demo` tells while it plays. */
export const demoMessages = {
  agentCalls: ({ tool }: { tool: string }) => `The agent calls ${tool}`,
  waits: ({ people }: { people: number }) =>
    people === 1
      ? '  It waits for your approval: open the inbox'
      : `  It waits for ${people} approvals: open the inbox`,
  votes: ({ subject, isApproval }: { subject: string; isApproval: boolean }) =>
    `  ${subject} ${isApproval ? 'approves' : 'denies'} it in the console`,
  denyReason: 'not today',
  callsAgain: ({ tool }: { tool: string }) => `  The agent calls ${tool} again`,
  stillWaits: ({ tool }: { tool: string }) => `  ${tool} still waits; the demo goes on`,
  signIn: 'the sign-in',
  noAnswer: 'no answer',

  /** The last line. */
  summary: ({ stories, failed, calls }: { stories: number; failed: readonly string[]; calls: string }) => {
    const result =
      failed.length === 0 ? 'all as expected' : `${failed.length} not as expected (${failed.join(', ')})`;
    return `demo: ${countOf(stories, 'story', 'stories')}, ${result}; ${calls}`;
  },
  calls: ({ count, parts }: { count: number; parts: readonly string[] }) =>
    `${countOf(count, 'call')}: ${parts.join(', ')}`,
  ran: ({ count }: { count: number }) => `${count} ran`,
  approved: ({ count }: { count: number }) => `${count} approved`,
  denied: ({ count }: { count: number }) => `${count} denied`,
  blocked: ({ count }: { count: number }) => `${count} blocked`,
  waiting: ({ count }: { count: number }) => `${count} waiting`,
  other: ({ count }: { count: number }) => `${count} with another end`,

  /** How a story differs from what is expected. */
  mismatch: {
    unverified: 'the audit log cannot be verified',
    unrecorded: ({ tool }: { tool: string }) => `${tool} is not in the audit log`,
    events: ({ tool, found, expected }: { tool: string; found: string; expected: string }) =>
      `the audit log has ${found} for ${tool}, not ${expected}`,
    unnoticed: ({ server }: { server: string }) => `no alert says that ${server} changed`,
    shouldRun: ({ tool, outcome }: { tool: string; outcome: string }) =>
      `${tool} was ${outcome} and should have run by itself`,
    notOnce: ({ tool }: { tool: string }) => `${tool} did not reach its server once`,
    shouldBe: ({ tool, outcome, expected }: { tool: string; outcome: string; expected: string }) =>
      `${tool} was ${outcome} and should have been ${expected}`,
    notTold: ({ text }: { text: string }) => `the agent was not told “${text}”`,
    reached: ({ tool }: { tool: string }) => `${tool} reached its server`,
    notAsVoted: ({ tool }: { tool: string }) => `${tool} reached its server otherwise than people voted`,
    votes: ({ tool, votes }: { tool: string; votes: number }) => `${tool} ran with ${countOf(votes, 'vote')}`,
    noNote: 'the agent did not get the note',
    undoToolMissing: 'the tool that undoes the call is not named',
    fileChanged: 'the file is not the same as before',
    notAi: 'the call was not counted as a use of AI',
    noProgress: 'the progress was not shown',
    modelUntold: 'the decision does not say that a more capable model works best',
    noInstruction: 'the invitation has no instruction',
    unlabelled: 'the session is not marked as having read private data and untrusted content',
    untraced: 'the address was not traced to the calendar',
  },

  stories: {
    read: { title: 'A read runs by itself' },
    destroy: { title: 'A call that deletes waits for your approval' },
    undo: {
      title: 'A call that can be undone runs, and another call undoes it',
      changedMind: 'The user changes their mind',
    },
    scope: {
      title: 'An approval with a scope: the next similar call does not ask',
      hint: 'Approve it for all calls with the same service, and the second one will not ask.',
    },
    twoPeople: { title: 'A call that cannot be undone needs two people' },
    research: { title: 'An agent behind a tool: slow, uses AI, and shows its progress' },
    drift: {
      title: 'A new version of a server claims that a tool that deletes only reads',
      published: 'The maker of the browser publishes a new version',
    },
    stranger: { title: 'A server that is not trusted claims that its tool only reads: you are asked anyway' },
    injection: {
      title: 'An invitation in the calendar tells the agent to mail a file out',
      believes: 'The agent believes what it has read',
      hint: 'Look at it under Sessions: where the address came from, and what the session has read.',
    },
  },
};
