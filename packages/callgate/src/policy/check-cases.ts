import { dirname, resolve } from 'node:path';
import type { Json, Outcome } from '@callgate/core';
import { CallgateError, Engine, display } from '@callgate/core';
import { receiveArguments } from '@callgate/core/receive';
import { policyCaseMessages as texts } from '@callgate/messages/cli/policy-cases';
import { policyCaseErrors } from '@callgate/messages/errors/policy-case';
import { isPreset } from '@callgate/policy';
import { z } from 'zod';
import { findCatalogueTool, openCatalogue } from '../catalogue/find-catalogue-tool.ts';
import { readDataFile } from '../catalogue/read-catalogue.ts';
import { now } from '../input/now.ts';
import { openPolicy } from '../input/open-policy.ts';
import { buildDecisionInput, readPrincipal, readSessionFacts } from '../input/session-facts.ts';

const caseSchema = z.strictObject({
  call: z.templateLiteral([z.string().min(1), '/', z.string().min(1)]),
  args: z.record(z.string(), z.json()).default({}),
  session: z.json().optional(),
  principal: z.json().optional(),
  expect: z.enum(['auto', 'confirm', 'block']),
  /** Rules that must be among those that fired. */
  rules: z.array(z.string()).default([]),
});

const fileSchema = z.strictObject({
  policy: z.union([z.string(), z.array(z.string()).min(1)]),
  catalogue: z.string(),
  cases: z.array(caseSchema).min(1),
});

/** How one case of a file came out. */
export interface CheckedCase {
  readonly file: string;
  /** From 1. */
  readonly number: number;
  readonly call: string;
  readonly expected: Outcome;
  readonly outcome: Outcome;
  readonly rules: readonly string[];
  /** Rules that should have fired and did not. */
  readonly missing: readonly string[];
  readonly passes: boolean;
}

const readCases = (path: string, content: Json): z.infer<typeof fileSchema> => {
  const read = fileSchema.safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new CallgateError(
    policyCaseErrors.shape({
      path: display(path),
      problem: display(`${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`, { max: 200 }),
    }),
  );
};

/** Decides the calls of a file of cases. Paths in it are relative to it. */
export const checkCases = (path: string): readonly CheckedCase[] => {
  const { policy: names, catalogue: cataloguePath, cases } = readCases(path, readDataFile(path));
  const folder = dirname(resolve(path));
  const policy = openPolicy([names].flat().map((name) => (isPreset(name) ? name : resolve(folder, name))));
  const catalogue = openCatalogue(resolve(folder, cataloguePath), undefined, undefined);
  const engine = new Engine(policy);
  return cases.map(({ call, args, session, principal, expect: expected, rules: wanted }, at): CheckedCase => {
    const [server = '', tool = ''] = call.split(/\/(.*)/s);
    const traced = findCatalogueTool(catalogue, server, tool);
    const { arguments: received } = receiveArguments(args);
    const facts = readSessionFacts(session)(traced, received);
    const input = buildDecisionInput(policy, traced.tool, facts, readPrincipal(principal), received, now());
    const decision = engine.decide(input);
    const rules = decision.rules.map(({ id }) => id);
    const missing = wanted.filter((id) => !rules.includes(id));
    const { outcome } = decision;
    const passes = outcome === expected && missing.length === 0;
    return { file: path, number: at + 1, call, expected, outcome, rules, missing, passes };
  });
};

/** One case that did not come out as expected. */
export const failedCaseText = ({
  file,
  number,
  call,
  expected,
  outcome,
  rules,
  missing,
}: CheckedCase): string =>
  texts.failed({
    place: `${display(file)}: ${number}`,
    call: display(call, { max: 200 }),
    expected,
    outcome,
    rules: rules.map((id) => display(id, { max: 80 })),
    missing: missing.map((id) => display(id, { max: 80 })),
  });
