import type { Json, Labels, Principal } from '@callgate/core';
import { canonical } from '@callgate/core';
import { LABEL_NAMES, LABEL_STRENGTHS } from '@callgate/core/label';
import { approvalMessages } from '@callgate/messages/approval';
import type { CallKind } from '@callgate/core/receive';
import { digest } from '@callgate/core/receive';

/** Everything an approval is tied to. */
export interface ApprovalBinding {
  readonly principal: Principal;
  readonly server: string;
  /** Digest of the command or url behind the operator's alias, where it is known. */
  readonly serverIdentity?: string;
  readonly kind: CallKind;
  readonly target: string;
  readonly definition: string;
  readonly argumentsDigest: string;
  /** Digest of the file changes that were shown, where the call was previewed. */
  readonly changes?: string;
  readonly labels: Labels;
  /** Revision of the policy. */
  readonly policy: string;
  /** When the approval ends, in milliseconds since 1970. Whether that is over is for the clock to say. */
  readonly expiresAt: number;
}

/** Groups and roles are sets; the chain of delegation has an order. */
const principalForm = ({ subject, kind, groups, roles, delegation }: Principal): Json => ({
  subject,
  kind,
  groups: [...new Set(groups)].toSorted(),
  roles: [...new Set(roles)].toSorted(),
  delegation: [...delegation],
});

const labelsForm = (labels: Labels): Json => ({ private: labels.private, untrusted: labels.untrusted });

/** One digest over all that an approval is tied to. Equal digests: the very same thing. */
export const digestBinding = (bound: ApprovalBinding): string =>
  digest('approval', {
    v: 1,
    principal: principalForm(bound.principal),
    server: bound.server,
    serverIdentity: bound.serverIdentity ?? null,
    kind: bound.kind,
    target: bound.target,
    definition: bound.definition,
    argumentsDigest: bound.argumentsDigest,
    labels: labelsForm(bound.labels),
    policy: bound.policy,
    expiresAt: bound.expiresAt,
    ...(bound.changes === undefined ? {} : { changes: bound.changes }),
  });

type BindingPart = (bound: ApprovalBinding) => Json;

const text = approvalMessages.changed;

const LOOKS: readonly (readonly [words: string, look: BindingPart])[] = [
  [text.caller, ({ principal }) => principalForm(principal)],
  [text.server, ({ server }) => server],
  [text.serverIdentity, ({ serverIdentity }) => serverIdentity ?? null],
  [text.kind, ({ kind }) => kind],
  [text.tool, ({ target }) => target],
  [text.definition, ({ definition }) => definition],
  [text.arguments, ({ argumentsDigest }) => argumentsDigest],
  [text.changes, ({ changes }) => changes ?? null],
  [text.policy, ({ policy }) => policy],
  [text.expiry, ({ expiresAt }) => expiresAt],
];

/** What differs from what was approved, or tightened since, in words. Labels may have weakened. Empty: it still holds. */
export const listBindingChanges = (bound: ApprovalBinding, now: ApprovalBinding): readonly string[] => {
  const differs = LOOKS.filter(([, look]) => canonical(look(bound)) !== canonical(look(now)));
  const risen = LABEL_NAMES.filter((name) => {
    const [then, later] = [
      LABEL_STRENGTHS.indexOf(bound.labels[name]),
      LABEL_STRENGTHS.indexOf(now.labels[name]),
    ];
    // a strength nobody knows is no weaker one
    return then < 0 || later < 0 || later > then;
  });
  return [...differs.map(([words]) => words), ...risen.map((name) => text[name])];
};
