import { operationMessages } from '@callgate/messages/operations';
import type { OperationCaller } from './api/operation.ts';
import type { ConsoleEvent } from './api/events.ts';
import type { RunningCall } from './api/inbox.ts';
import type { SessionHistory } from './api/sessions.ts';

/**
 * Viewers see what happened and why. What the person said, and what calls say of themselves while they run, may hold
 * what is sealed elsewhere: it is for those who decide.
 */
export const isViewer = ({ role }: Pick<OperationCaller, 'role'>): boolean => role === 'viewer';

export const historyForViewers = (story: SessionHistory): SessionHistory => ({
  ...story,
  words: story.words.map((heard) => ({ ...heard, text: null })),
  flows: story.flows.map((flow) => (flow.from.kind === 'words' ? { ...flow, text: null } : flow)),
  gaps: story.words.length === 0 ? story.gaps : [...story.gaps, operationMessages.sessionGaps.requestsHidden],
});

export const runningForViewers = (call: RunningCall): RunningCall => ({
  ...call,
  progress: call.progress === null ? null : withoutMessage(call.progress),
  feed: call.feed.map(withoutMessage),
});

export const eventForViewers = (event: ConsoleEvent): ConsoleEvent =>
  event.type === 'progress' ? withoutMessage(event) : event;

const withoutMessage = <T extends { readonly message?: string }>({
  message: _,
  ...rest
}: T): Omit<T, 'message'> => rest;
