import { dirname, relative, resolve } from 'node:path';
import type { Policy, ToolInput } from '@callgate/core';
import { CallgateError, Engine, display } from '@callgate/core';
import type { RejudgedDecision } from '@callgate/gate/replay';
import { replayCall } from '@callgate/gate/replay';
import { policyTestMessages as texts } from '@callgate/messages/cli/policy-tests';
import { policyTestErrors } from '@callgate/messages/errors/policy-test';
import { isPreset } from '@callgate/policy';
import { stringify } from 'yaml';
import { withAuditLog } from '../audit/open-audit-log.ts';
import { openPolicy } from '../input/open-policy.ts';
import type { AuditLogLocation } from '../options/audit-log-location.ts';
import { openPolicyToRead } from '../policy/policy-home.ts';
import { statedHistory } from '../input/stated-history.ts';
import { openLineOutput } from '../show/line-output.ts';
import { firedRules } from './compare-decision.ts';
import { momentWords } from './moment-of.ts';

export interface RecordRequest extends AuditLogLocation {
  readonly session: string;
  /** What the cases are decided by; the policy in force if absent. */
  readonly policy: string | undefined;
  readonly output: string | undefined;
}

interface RecordingPolicy {
  readonly names: readonly string[];
  readonly policy: Policy;
}

const recordingPolicy = async ({ policy, config }: RecordRequest): Promise<RecordingPolicy> => {
  if (policy !== undefined) {
    const names = policy.split(',');
    return { names, policy: openPolicy(names) };
  }
  const { effective } = await openPolicyToRead(config);
  return { names: effective.layers.map(({ name }) => name), policy: effective.policy };
};

/** As the file of tests names it. */
const layerName = (name: string, output: string | undefined): string =>
  isPreset(name)
    ? name
    : relative(output === undefined ? process.cwd() : dirname(resolve(output)), resolve(name));

/** Names for the tools of a session: one that changed meanwhile has several. */
class DisclosureNames {
  readonly disclosures: Record<string, ToolInput> = {};
  readonly #names = new Map<string, string>();

  nameOf(tool: ToolInput): string {
    const key = JSON.stringify(tool);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const base = `${tool.server.name}/${tool.name}`;
    let name = base;
    for (let number = 2; Object.hasOwn(this.disclosures, name); number += 1) name = `${base}#${number}`;
    this.#names.set(key, name);
    this.disclosures[name] = tool;
    return name;
  }
}

const caseOf = ({ input, now }: RejudgedDecision, names: DisclosureNames): Record<string, unknown> => {
  const { tool, labels, words, origins, principal, args, time } = input;
  const call = `${tool.server.name}/${tool.name}`;
  const name = names.nameOf(tool);
  return {
    call,
    ...(name === call ? {} : { disclosure: name }),
    args,
    session: { ...labels, words, origins },
    ...statedHistory(input),
    principal,
    at: momentWords(time),
    expect: now.outcome,
    rules: firedRules(now),
  };
};

/**
 * Writes the calls of a recorded session as cases: what was known then, and what the policy decides of it. Nothing
 * that is sealed in the audit log is opened; such calls are left out.
 */
export const recordTests = async (request: RecordRequest): Promise<void> => {
  const { names, policy } = await recordingPolicy(request);
  await withAuditLog(request, async ({ read, operations }) => {
    const story = await operations.ask('sessions.show', { session: request.session });
    const engine = new Engine(policy);
    const disclosures = new DisclosureNames();
    const cases: Record<string, unknown>[] = [];
    const leftOut = new Map<string, number>();
    for (const { id } of story.calls) {
      const found = await replayCall({ read, keys: undefined }, engine, id);
      if (found?.type === 'decided') cases.push(caseOf(found, disclosures));
      else if (found !== undefined) leftOut.set(found.because, (leftOut.get(found.because) ?? 0) + 1);
    }
    for (const [because, count] of leftOut)
      process.stderr.write(`${texts.leftOut({ count, because: display(because, { max: 300 }) })}\n`);
    const session = display(request.session, { max: 200 });
    if (cases.length === 0) throw new CallgateError(policyTestErrors.recordedNone({ session }));
    const layers = names.map((name) => layerName(name, request.output));
    const content = {
      policy: layers.length === 1 ? layers[0] : layers,
      cases,
      disclosures: disclosures.disclosures,
    };
    // as plain data: what is shared in it is written out, not linked
    const plain: unknown = JSON.parse(JSON.stringify(content));
    const output = await openLineOutput(request.output, '');
    await output.line(`# ${texts.recordedHead({ session })}\n${stringify(plain, { lineWidth: 110 })}`);
    await output.close();
    if (request.output !== undefined)
      process.stderr.write(
        `${texts.recorded({ cases: cases.length, path: display(request.output, { max: 400 }) })}\n`,
      );
  });
};
