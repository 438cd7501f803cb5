import type { CallgateError, Policy } from '@callgate/core';
import { Engine, LOCAL_PRINCIPAL, display } from '@callgate/core';
import type { UnreadableDecision } from '@callgate/gate/replay';
import type { ComparedCall } from '@callgate/operations/policy';
import { now } from '../input/now.ts';
import { buildDecisionInput } from '../input/session-facts.ts';
import { readTraces } from '../replay/read-traces.ts';
import type { ReplayedTools } from '../replay/replay-trace.ts';
import { replayTrace } from '../replay/replay-trace.ts';

/** The calls of traces, each in its session as it was then. */
export async function* comparedTraces(
  paths: readonly string[],
  tools: ReplayedTools,
  policy: Policy,
  problem: (where: string, problem: CallgateError) => void,
): AsyncGenerator<ComparedCall | UnreadableDecision> {
  const engine = new Engine(policy);
  const time = now();
  let seq = 0;
  for await (const trace of readTraces(paths, { problem }))
    for (const { call, judged, reasons } of replayTrace(tools, engine, trace, { time }).calls) {
      seq += 1;
      const tool = `${call.server}/${call.tool}`;
      const id = `${trace.session} ${call.id}`;
      if (judged === undefined) {
        yield { type: 'unreadable', seq, call: id, tool, because: display(reasons.join(' ')) };
        continue;
      }
      const moment = { ...time, at: call.at ?? time.at };
      const { policy: _, ...input } = buildDecisionInput(
        policy,
        judged.tool.tool,
        judged.situation,
        LOCAL_PRINCIPAL,
        judged.args,
        moment,
      );
      yield { type: 'decided', call: id, at: moment.at, tool, principal: LOCAL_PRINCIPAL.subject, input };
    }
}
