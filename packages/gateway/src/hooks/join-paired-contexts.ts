import { LABEL_NAMES } from '@callgate/core/label';
import type { Gate } from '@callgate/gate';
import type { ContextName } from '@callgate/gate/host';
import type { ContextLinks } from './context-links.ts';

/** Changes whenever labels of the context do. */
export const labelFingerprint = async (gate: Gate, context: ContextName): Promise<string> => {
  const { labels, listed = [] } = await gate.session(context);
  const touched = LABEL_NAMES.map((name) => {
    const { strength, at, witnesses } = labels[name];
    return [name, strength, at, witnesses.length].join(' ');
  });
  return [...touched, ...listed].join(', ');
};

/** What other contexts have touched by calls that this session of a host announced counts in the session. */
export const joinPairedContexts = async (
  gate: Gate,
  links: ContextLinks,
  session: ContextName,
): Promise<void> => {
  for (const { context, touched } of links.pairsOf(session.context)) {
    const now = await labelFingerprint(gate, context);
    if (now === touched) continue;
    await gate.joinContexts(context, session);
    // what the session itself has brought there is no news
    links.pairJoined(session.context, context, await labelFingerprint(gate, context));
  }
};
