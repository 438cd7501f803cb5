import type { Decision, DecisionInput, Labels, Policy, TracedTool } from '@callgate/core';
import { Engine, LOCAL_PRINCIPAL, UNTRACED_ORIGINS } from '@callgate/core';
import { emptyHistory } from '@callgate/core/decide';
import type { Moment } from '@callgate/core/decide';
import type { Disclosure } from '@callgate/core/disclose';
import { listApplicableOverrides, disclose } from '@callgate/core/disclose';
import type { SessionProfile } from '../api/tools.ts';
import { SESSION_PROFILES } from '../api/tools.ts';

const LABELS: Readonly<Record<SessionProfile, Labels>> = {
  plain: { private: 'none', untrusted: 'none' },
  private: { private: 'known', untrusted: 'none' },
  untrusted: { private: 'none', untrusted: 'known' },
  both: { private: 'known', untrusted: 'known' },
};

/** What a tool without a call in sight is known as. */
export interface ToolJudgement {
  readonly disclosure: Disclosure;
  readonly decisions: Readonly<Record<SessionProfile, Decision>>;
}

const AS_OLD_MS = 60_000;

/** Judges tools by one policy, and remembers what came of it for a minute: hours of a rule may begin. */
export class ToolJudge {
  readonly policy: Policy;
  readonly #engine: Engine;
  readonly #now: () => Moment;
  readonly #judged: WeakMap<TracedTool, { readonly at: number; readonly judged: ToolJudgement }> =
    new WeakMap();

  constructor(policy: Policy, now: () => Moment) {
    this.policy = policy;
    this.#engine = new Engine(policy);
    this.#now = now;
  }

  /** By the default of every argument: nothing is known of them. */
  judge(tool: TracedTool): ToolJudgement {
    const time = this.#now();
    const known = this.#judged.get(tool);
    if (known !== undefined && time.at - known.at < AS_OLD_MS) return known.judged;
    const decisions: Partial<Record<SessionProfile, Decision>> = {};
    for (const situation of SESSION_PROFILES)
      decisions[situation] = this.#engine.decide(this.#input(tool, LABELS[situation], time));
    const overrides = listApplicableOverrides(tool.tool).filter(({ when }) => when === undefined);
    const judged = {
      disclosure: disclose(tool.tool, 'all', overrides, this.policy.hints),
      decisions: decisions as Record<SessionProfile, Decision>,
    };
    this.#judged.set(tool, { at: time.at, judged });
    return judged;
  }

  #input({ tool }: TracedTool, labels: Labels, time: Moment): DecisionInput {
    return {
      v: 1,
      tool,
      labels,
      words: true,
      origins: UNTRACED_ORIGINS,
      principal: LOCAL_PRINCIPAL,
      args: {},
      time,
      ...emptyHistory(this.policy),
      policy: this.policy.revision,
    };
  }
}
