import type { Decision, ToolInput } from '@callgate/core';
import { undoWords } from '@callgate/core/decide';
import { approvalMessages } from '@callgate/messages/approval';
import { decisionMessages } from '@callgate/messages/decision';
import type { Told } from '../api/inbox.ts';

const CAPABLE_MODEL = 0.7;

const text = approvalMessages.card;

const undo = (words: string, care: boolean): Told => ({ about: 'undo', words, care });

const undoOf = (decision: Decision): Told => {
  const { facts } = decision;
  if (facts.mutates === 'no') return undo(text.nothingToUndo, false);
  if (facts.irreversible === 'yes') return undo(decisionMessages.undo.impossible, true);
  return undo(undoWords(decision) ?? decisionMessages.undo.unknown, facts.irreversible !== 'no');
};

const delayOf = ({ beliefs, obligations: { timeoutMs } }: Decision): Told[] => {
  if (beliefs['slowExecution']?.value !== 'yes') return [];
  const limit = timeoutMs === null ? null : text.span({ ms: timeoutMs });
  return [{ about: 'delay', words: text.slow({ limit }), care: true }];
};

const loadOf = ({ beliefs, obligations }: Decision): Told[] => {
  if (beliefs['resourceIntensive']?.value !== 'yes') return [];
  const limits = obligations.concurrency.map(text.limit);
  return [{ about: 'load', words: text.heavy({ limits }), care: true }];
};

const costOf = ({ facts }: Decision): Told[] => {
  if (facts.usesAi !== 'yes') return [];
  const isSensitive = facts.sensitive === 'yes';
  return [{ about: 'cost', words: isSensitive ? text.usesAiOnSensitive : text.usesAi, care: isSensitive }];
};

const sentences: readonly ((decision: Decision) => Told[])[] = [
  ({ facts }) => (facts.destroys === 'yes' ? [{ about: 'destroys', words: text.destroys, care: true }] : []),
  ({ facts }) => (facts.privileged === 'yes' ? [{ about: 'rights', words: text.rights, care: true }] : []),
  ({ facts }) => (facts.sensitive === 'yes' ? [{ about: 'data', words: text.sensitive, care: true }] : []),
  ({ facts }) => (facts.agentic === 'yes' ? [{ about: 'agent', words: text.agent, care: true }] : []),
  delayOf,
  costOf,
  loadOf,
];

const modelOf = (tool: ToolInput | undefined): Told[] =>
  (tool?.claims.details.modelPreferences?.intelligencePriority ?? 0) >= CAPABLE_MODEL
    ? [{ about: 'model', words: text.capableModel, care: false }]
    : [];

/** What people are to be told before they decide: whether it can be undone first, then what asks for care. */
export const toldOf = (decision: Decision, tool: ToolInput | undefined): readonly Told[] => [
  undoOf(decision),
  ...sentences.flatMap((sentence) => sentence(decision)),
  ...modelOf(tool),
];
