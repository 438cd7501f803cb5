import type { Decision, ToolInput } from '@callgate/core';
import { describeUndo } from '@callgate/core/decide';
import { approvalMessages } from '@callgate/messages/approval';
import { decisionMessages } from '@callgate/messages/decision';
import type { CallNotice } from '../api/inbox.ts';

const CAPABLE_MODEL = 0.7;

const text = approvalMessages.card;

const undoNotice = (words: string, care: boolean): CallNotice => ({ about: 'undo', words, care });

const undoOf = (decision: Decision): CallNotice => {
  const { facts } = decision;
  if (facts.mutates === 'no') return undoNotice(text.nothingToUndo, false);
  if (facts.irreversible === 'yes') return undoNotice(decisionMessages.undo.impossible, true);
  return undoNotice(describeUndo(decision) ?? decisionMessages.undo.unknown, facts.irreversible !== 'no');
};

const delayOf = ({ beliefs, obligations: { timeoutMs } }: Decision): CallNotice[] => {
  if (beliefs['slowExecution']?.value !== 'yes') return [];
  const limit = timeoutMs === null ? null : text.span({ ms: timeoutMs });
  return [{ about: 'delay', words: text.slow({ limit }), care: true }];
};

const loadOf = ({ beliefs, obligations }: Decision): CallNotice[] => {
  if (beliefs['resourceIntensive']?.value !== 'yes') return [];
  const limits = obligations.concurrency.map(text.limit);
  return [{ about: 'load', words: text.heavy({ limits }), care: true }];
};

const costOf = ({ facts }: Decision): CallNotice[] => {
  if (facts.usesAi !== 'yes') return [];
  const isSensitive = facts.sensitive === 'yes';
  return [{ about: 'cost', words: isSensitive ? text.usesAiOnSensitive : text.usesAi, care: isSensitive }];
};

const sentences: readonly ((decision: Decision) => CallNotice[])[] = [
  ({ facts }) => (facts.destroys === 'yes' ? [{ about: 'destroys', words: text.destroys, care: true }] : []),
  ({ facts }) => (facts.privileged === 'yes' ? [{ about: 'rights', words: text.rights, care: true }] : []),
  ({ facts }) => (facts.sensitive === 'yes' ? [{ about: 'data', words: text.sensitive, care: true }] : []),
  ({ facts }) => (facts.agentic === 'yes' ? [{ about: 'agent', words: text.agent, care: true }] : []),
  delayOf,
  costOf,
  loadOf,
];

const modelOf = (tool: ToolInput | undefined): CallNotice[] =>
  (tool?.claims.details.modelPreferences?.intelligencePriority ?? 0) >= CAPABLE_MODEL
    ? [{ about: 'model', words: text.capableModel, care: false }]
    : [];

/** What people are to be told before they decide: whether it can be undone first, then what asks for care. */
export const callNotices = (decision: Decision, tool: ToolInput | undefined): readonly CallNotice[] => [
  undoOf(decision),
  ...sentences.flatMap((sentence) => sentence(decision)),
  ...modelOf(tool),
];
