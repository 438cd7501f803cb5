import type { Decision, Labels } from '@callgate/core';
import { display } from '@callgate/core';
import type { Moment } from '@callgate/core/decide';
import { getHoursStatus } from '@callgate/core/decide';
import { LABEL_NAMES } from '@callgate/core/label';
import { policyTestMessages } from '@callgate/messages/cli/policy-tests';
import type { Difference } from '@callgate/operations/api';
import { compareObligations } from '@callgate/policy';
import { asciiJson } from '../show/ascii-json.ts';
import type { CallStepEntry, ExpectedEntry } from './test-file-schema.ts';

const { what: texts, noRule } = policyTestMessages;

const list = (ids: readonly string[]): string =>
  ids.length === 0 ? noRule : ids.map((id) => display(id, { max: 80 })).join(', ');

export const firedRules = ({ rules }: Pick<Decision, 'rules'>): readonly string[] =>
  rules.map(({ id }) => id);

/** Rules that should have fired and did not. */
export const missingRules = (
  { rules }: ExpectedEntry,
  decision: Pick<Decision, 'rules'>,
): readonly string[] => {
  const fired = firedRules(decision);
  return [rules ?? []].flat().filter((id) => !fired.includes(id));
};

/** Where a decision is not what a test expects. */
export const compareDecision = (
  expected: ExpectedEntry,
  decision: Pick<Decision, 'outcome' | 'rules' | 'obligations'>,
  moment: Moment,
): readonly Difference[] => {
  const isWithin = getHoursStatus(decision.obligations.hours, moment)?.open ?? true;
  const fired = firedRules(decision);
  const unwanted = [expected.notRules ?? []].flat().filter((id) => fired.includes(id));
  return [
    ...(expected.expect === undefined || expected.expect === decision.outcome
      ? []
      : [{ what: texts.outcome, expected: expected.expect, actual: decision.outcome }]),
    ...(missingRules(expected, decision).length === 0
      ? []
      : [{ what: texts.fired, expected: list([expected.rules ?? []].flat()), actual: list(fired) }]),
    ...(unwanted.length === 0
      ? []
      : [{ what: texts.notFired, expected: list([expected.notRules ?? []].flat()), actual: list(fired) }]),
    ...(expected.withinHours === undefined || expected.withinHours === isWithin
      ? []
      : [{ what: texts.withinHours, expected: String(expected.withinHours), actual: String(isWithin) }]),
    ...compareObligations(expected.obligations ?? {}, decision.obligations).map(
      ({ key, expected: written, actual }) => ({
        what: texts.obligation({ key }),
        expected: asciiJson(written),
        actual: asciiJson(actual),
      }),
    ),
  ];
};

/** Where the labels of a session are not what a step expects. */
export const compareLabels = (expected: CallStepEntry['labels'], labels: Labels): readonly Difference[] =>
  LABEL_NAMES.flatMap((label) => {
    const written = expected?.[label];
    return written === undefined || written === labels[label]
      ? []
      : [{ what: texts.label({ label }), expected: written, actual: labels[label] }];
  });
