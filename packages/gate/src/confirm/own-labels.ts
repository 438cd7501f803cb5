import type { SessionLabels } from '@callgate/core/label';
import { LABEL_NAMES, MAX_WITNESSES, strengthRank } from '@callgate/core/label';
import type { DecidedCall } from '../decide/decide-call.ts';
import type { Tx } from '../store/store.ts';

/** The calls that raised the labels; undefined where the list may not be whole. */
const listCauses = (labels: SessionLabels): ReadonlySet<string> | undefined => {
  const causes = new Set<string>();
  for (const name of LABEL_NAMES) {
    const { strength, witnesses } = labels[name];
    if (strength === 'none') continue;
    if (witnesses.length === 0 || witnesses.length >= MAX_WITNESSES) return undefined;
    for (const { call } of witnesses) causes.add(call);
  }
  return causes;
};

/** Whether nothing but calls of this tool, as it is defined, raised the labels of the session, and none higher than it discloses. */
export const areLabelsOwn = async (tx: Tx, decided: DecidedCall): Promise<boolean> => {
  const { call, tool, decision } = decided;
  const { labels } = decision;
  if (LABEL_NAMES.some((name) => strengthRank(labels[name]) > strengthRank(tool.raises[name]))) return false;
  // a tool that acts in several steps is judged on more than its session
  const causes = tool.agentic ? undefined : listCauses(decided.judgedSession().labels);
  if (causes === undefined) return false;
  for (const id of causes) {
    const cause = await tx.call(id);
    if (
      cause?.kind !== call.kind ||
      cause.server !== call.server ||
      cause.target !== call.target ||
      cause.definition !== tool.tool.definition ||
      cause.principal.subject !== call.principal.subject
    )
      return false;
  }
  return true;
};
