import type { JsonObject, Json } from '@callgate/core';
import { Engine, isJsonObject } from '@callgate/core';
import type { Moment } from '@callgate/core/decide';
import { findAutoConditions } from '@callgate/core/decide';
import { receiveArguments } from '@callgate/core/receive';
import { policyTestErrors } from '@callgate/messages/errors/policy-test';
import type { YamlPath } from '@callgate/policy/yaml';
import { buildDecisionInput, readPrincipal, readSessionFacts } from '../input/session-facts.ts';
import { explanationText } from '../show/explanation-text.ts';
import { compareDecision, firedRules, missingRules } from './compare-decision.ts';
import { momentOf } from './moment-of.ts';
import type { TestFile } from './read-test-file.ts';
import type { CaseEntry } from './test-file-schema.ts';
import type { ExplainedResult } from './test-result.ts';

/** JSON of what a schema has read. */
export const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null));

const toObject = (value: object): JsonObject => {
  const json = toJson(value);
  return isJsonObject(json) ? json : {};
};

interface LocatedCase {
  readonly path: YamlPath;
  readonly entry: Omit<CaseEntry, 'rows'>;
}

/** A case, once for each of its rows. */
const casesOf = ({ rows, ...entry }: CaseEntry, at: number): readonly LocatedCase[] => {
  const path = ['cases', at];
  if (rows === undefined) return [{ path, entry }];
  return rows.map(({ call = entry.call, ...row }, number) => ({
    path: [...path, 'rows', number],
    entry: {
      ...entry,
      ...row,
      call,
      args: { ...entry.args, ...row.args },
      ...(entry.session === undefined && row.session === undefined
        ? {}
        : { session: { ...entry.session, ...row.session } }),
      ...(entry.history === undefined && row.history === undefined
        ? {}
        : { history: { ...entry.history, ...row.history } }),
    },
  }));
};

/** What the tests of a file reach, for coverage. */
export interface TestedPolicy {
  readonly fired: Set<string>;
  readonly called: Set<string>;
}

/** Decides each case of a file. Calls nothing. Cases that cannot be decided become problems of the file. */
export const runCases = (file: TestFile, now: Moment, reached: TestedPolicy): readonly ExplainedResult[] => {
  const { content, policy, tools, problems } = file;
  const engine = new Engine(policy);
  return (content.cases ?? []).flatMap(casesOf).flatMap(({ path, entry }, index): ExplainedResult[] => {
    const { expect: expected } = entry;
    if (expected === undefined) problems.add(path, policyTestErrors.expectMissing());
    const tool = problems.try(path, () => tools.find(entry.call, entry));
    const args = problems.try(path, () => receiveArguments(toObject(entry.args ?? {})).arguments);
    const facts = problems.try([...path, 'session'], () => readSessionFacts(toJson(entry.session)));
    const principal = problems.try([...path, 'principal'], () => readPrincipal(toJson(entry.principal)));
    if (expected === undefined || tool === undefined || args === undefined) return [];
    if (facts === undefined || principal === undefined) return [];
    const time = entry.at === undefined ? now : momentOf(entry.at);
    const stated = entry.history === undefined ? {} : { stated: entry.history };
    const circumstances = { ...facts(tool, args), ...stated };
    const input = problems.try([...path, 'history'], () =>
      buildDecisionInput(policy, tool.tool, circumstances, principal, args, time),
    );
    if (input === undefined) return [];
    const decision = engine.decide(input);
    for (const id of firedRules(decision)) reached.fired.add(id);
    reached.called.add(entry.call);
    const differences = compareDecision(entry, decision, time);
    const { line, column } = problems.at(path);
    return [
      {
        result: {
          file: file.path,
          line,
          column,
          number: index + 1,
          name: entry.name ?? null,
          call: entry.call,
          expected,
          outcome: decision.outcome,
          rules: firedRules(decision),
          missing: missingRules(entry, decision),
          differences,
          passes: differences.length === 0,
        },
        explain: () => explanationText(input, policy.name, decision, findAutoConditions(policy, input)),
      },
    ];
  });
};
