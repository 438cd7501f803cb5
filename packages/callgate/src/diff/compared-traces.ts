import type { CallgateError, Policy } from '@callgate/core';
import { Engine, display } from '@callgate/core';
import type { UnreadableDecision } from '@callgate/gate/replay';
import type { ComparedCall } from '@callgate/operations/policy';
import { now } from '../input/now.ts';
import { readTraces } from '../replay/read-traces.ts';
import type { ReplayedTools } from '../replay/replay-trace.ts';
import { replayTrace } from '../replay/replay-trace.ts';

/** The calls of traces, each in its session as it was then, with what the counters of either policy come to. */
export async function* comparedTraces(
  paths: readonly string[],
  tools: ReplayedTools,
  policies: { readonly before: Policy; readonly after: Policy },
  problem: (where: string, problem: CallgateError) => void,
): AsyncGenerator<ComparedCall | UnreadableDecision> {
  const [before, after] = [new Engine(policies.before), new Engine(policies.after)];
  const time = now();
  let seq = 0;
  for await (const trace of readTraces(paths, { problem })) {
    const otherwise =
      after.counters.length === 0 ? undefined : replayTrace(tools, after, trace, { time }).calls;
    for (const [index, { call, input, reasons }] of replayTrace(tools, before, trace, {
      time,
    }).calls.entries()) {
      seq += 1;
      const tool = `${call.server}/${call.tool}`;
      const id = `${trace.session} ${call.id}`;
      if (input === undefined) {
        yield { type: 'unreadable', seq, call: id, tool, because: display(reasons.join(' ')) };
        continue;
      }
      const inputAfter = otherwise?.[index]?.input ?? input;
      const { principal, time: when } = input;
      yield { type: 'decided', call: id, at: when.at, tool, principal: principal.subject, input, inputAfter };
    }
  }
}
