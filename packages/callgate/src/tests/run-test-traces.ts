import type { Policy } from '@callgate/core';
import { Engine } from '@callgate/core';
import type { Moment } from '@callgate/core/decide';
import { findAutoConditions } from '@callgate/core/decide';
import { policyTestErrors } from '@callgate/messages/errors/policy-test';
import { readPrincipal } from '../input/session-facts.ts';
import type { ReplayedCall } from '../replay/replay-trace.ts';
import { replayTrace } from '../replay/replay-trace.ts';
import type { TraceEvent } from '../replay/trace.ts';
import { explanationText } from '../show/explanation-text.ts';
import { compareDecision, compareLabels, firedRules, missingRules } from './compare-decision.ts';
import { momentOf } from './moment-of.ts';
import type { TestFile } from './read-test-file.ts';
import type { TestedPolicy } from './run-cases.ts';
import { toJson } from './run-cases.ts';
import type { CallStepEntry, StepEntry, TraceEntry } from './test-file-schema.ts';
import type { ExplainedResult } from './test-result.ts';
import { splitCall } from './test-tools.ts';

const callEvents = (step: CallStepEntry, id: string): readonly TraceEvent[] => {
  const [server, tool] = splitCall(step.call);
  const { args = {}, at, result } = step;
  const when = at === undefined ? {} : { at: Date.parse(at) };
  return [
    { type: 'call', id, server, tool, arguments: args, ...when },
    ...(result === undefined
      ? []
      : [
          {
            type: 'result' as const,
            id,
            result: typeof result === 'string' ? { content: [{ type: 'text', text: result }] } : result,
          },
        ]),
  ];
};

const eventsOf = (step: StepEntry, id: string): readonly TraceEvent[] => {
  if ('call' in step) return callEvents(step, id);
  if ('user' in step) return [{ type: 'user', text: step.user }];
  if ('assistant' in step) return [{ type: 'assistant', text: step.assistant }];
  if ('task' in step) return [{ type: 'task', text: step.task, via: 'task', vouched: step.vouched ?? false }];
  if ('end' in step) return [{ type: 'end' }];
  return [{ type: 'declassify', label: step.declassify, by: 'test', reason: 'test' }];
};

/** What is empty tests nothing. */
const isTested = ({ expect, rules, notRules, withinHours, obligations, labels }: CallStepEntry): boolean =>
  withinHours !== undefined ||
  [expect, rules, notRules, obligations, labels].some((each) => Object.keys(each ?? {}).length > 0);

const isApproved = ({ answer, result }: CallStepEntry): boolean =>
  answer === undefined ? result !== undefined : answer === 'approve';

const unjudgedText = ({ outcome, reasons }: ReplayedCall): string => [outcome, ...reasons].join(': ');

const explainCall = (policy: Policy, { judged, reasons, input }: ReplayedCall): string =>
  judged === undefined || input === undefined
    ? reasons.join('\n')
    : explanationText(input, policy.name, judged.decision, findAutoConditions(policy, input));

const NO_DECISION = { rules: [] };

/** The time of a trace: its own, or the first that a call of it has. */
const timeOf = ({ at, steps }: TraceEntry): string | undefined =>
  at ?? steps.flatMap((step) => ('call' in step ? [step.at] : [])).find((each) => each !== undefined);

/** Plays the traces of a file; every call with an expectation is a test. */
export const runTestTraces = (
  file: TestFile,
  now: Moment,
  reached: TestedPolicy,
  firstNumber: number,
): readonly ExplainedResult[] => {
  const { content, policy, problems, tools } = file;
  const engine = new Engine(policy);
  let number = firstNumber;
  return (content.traces ?? []).flatMap((trace, at): ExplainedResult[] => {
    const calls = trace.steps.flatMap((step, index) =>
      'call' in step ? [{ step, index, id: `c${index}` }] : [],
    );
    const path = ['traces', at];
    if (!calls.some(({ step }) => isTested(step))) problems.add(path, policyTestErrors.expectMissing());
    for (const { step, index } of calls) problems.try([...path, 'steps', index], () => tools.find(step.call));
    const principal = problems.try([...path, 'principal'], () => readPrincipal(toJson(trace.principal)));
    if (principal === undefined) return [];
    const written = timeOf(trace);
    const time = written === undefined ? now : momentOf(written);
    const approved = new Set(calls.filter(({ step }) => isApproved(step)).map(({ id }) => id));
    const replayed = replayTrace(
      { find: (server, tool) => tools.lookUp(server, tool) },
      engine,
      { session: trace.name, events: trace.steps.flatMap((step, index) => eventsOf(step, `c${index}`)) },
      { time, principal, person: { approves: (_, call) => approved.has(call) } },
    );
    const momentOfCall = ({ call }: ReplayedCall): Moment =>
      call.at === undefined ? time : { ...time, at: call.at };
    return calls.flatMap(({ step, index, id }): ExplainedResult[] => {
      const made = replayed.calls.find(({ call }) => call.id === id);
      if (made === undefined) return [];
      const { judged, outcome } = made;
      for (const rule of firedRules(judged?.decision ?? NO_DECISION)) reached.fired.add(rule);
      reached.called.add(step.call);
      if (!isTested(step)) return [];
      number += 1;
      const differences =
        judged === undefined
          ? [{ what: 'expect', expected: step.expect ?? '', actual: unjudgedText(made) }]
          : [
              ...compareDecision(step, judged.decision, momentOfCall(made)),
              ...compareLabels(step.labels, judged.situation.labels),
            ];
      const { line, column } = problems.at([...path, 'steps', index]);
      return [
        {
          result: {
            file: file.path,
            line,
            column,
            number,
            name: trace.name,
            call: step.call,
            expected: step.expect ?? null,
            outcome,
            rules: firedRules(judged?.decision ?? NO_DECISION),
            missing: missingRules(step, judged?.decision ?? NO_DECISION),
            differences,
            passes: differences.length === 0,
          },
          explain: () => explainCall(policy, made),
        },
      ];
    });
  });
};
