import { labelsOf } from '@callgate/core/label';
import { intentLines } from '../replay/intent-lines.ts';
import type { ReplayStep, ReplayedTrace } from '../replay/replay-trace.ts';
import { valueOrigins } from '../replay/value-origins.ts';
import { argumentName, replayedJson } from './replayed-json.ts';

const stepJson = (
  session: string,
  { event, before, after, replayed }: ReplayStep,
): Record<string, unknown> => {
  const labels = { before: labelsOf(before), after: labelsOf(after) };
  if (event.type === 'user' || event.type === 'task')
    return {
      ...event,
      heard: before !== after,
      content: intentLines(event.text)
        .filter(({ counts }) => !counts)
        .map(({ text }) => text),
      labels,
    };
  if (replayed === undefined) return { ...event, labels };
  const { judged } = replayed;
  return {
    ...event,
    labels,
    decision: replayedJson(session, replayed),
    values:
      judged === undefined
        ? []
        : valueOrigins(before, judged.tool, judged.args, judged.situation.origins).map(
            ({ path, text, role, origin, proven, firstSeen }) => ({
              argument: argumentName(path),
              value: text,
              role,
              origin,
              proven,
              firstSeen: firstSeen ?? null,
            }),
          ),
  };
};

/** One session for machines: every event with the labels before and after it, every call with its decision. */
export const storyJson = (policy: string, { session, steps }: ReplayedTrace): Record<string, unknown> => ({
  session,
  policy,
  events: steps.map((step) => stepJson(session, step)),
});
