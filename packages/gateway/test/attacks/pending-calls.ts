import type { RpcAnswer } from './agents.ts';
import type { Arena } from './arena.ts';

/** The call that a result says is waiting. */
export const pendingCallIn = ({ result }: RpcAnswer): string => {
  const meta = result?.['_meta'] as
    | { 'dev.callgate/decision'?: { outcome?: string; call?: string } }
    | undefined;
  const decision = meta?.['dev.callgate/decision'];
  if (decision?.outcome !== 'held' || decision.call === undefined)
    throw new Error(`nothing waits: ${JSON.stringify(result)}`);
  return decision.call;
};

export const outcomeOf = ({ result }: RpcAnswer): string | undefined => {
  const meta = result?.['_meta'] as { 'dev.callgate/decision'?: { outcome?: string } } | undefined;
  return meta?.['dev.callgate/decision']?.outcome;
};

/** A person's word at the desk. */
export const vote = async (
  { at }: Arena,
  call: string,
  verdict: 'approve' | 'refuse' = 'approve',
  subject = 'local',
): Promise<string | undefined> => {
  const { desk } = at.gateway.gate;
  const question = await desk.question(call);
  const { refusedBecause } = await desk.vote({
    call,
    subject,
    verdict,
    via: 'terminal',
    binding: question?.binding ?? '',
    opened: true,
  });
  return refusedBecause?.code;
};

/** The calls that wait now. */
export const listPendingCalls = async ({ at }: Arena): Promise<readonly string[]> =>
  (await at.gateway.gate.desk.read.search({ states: ['held', 'approved'] }, { limit: 1000 })).items.map(
    ({ id }) => id,
  );
