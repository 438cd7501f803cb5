import { OUTCOMES } from '@callgate/core';
import type { Outcome } from '@callgate/core';
import type { AuditEntryOutcome, AuditEventName } from '@callgate/gate/record';
import { readDecisionDetail, readVoteDetail } from '@callgate/gate/record';
import { auditMessages } from '@callgate/messages/cli/audit';
import type { AuditEntryLine } from '@callgate/operations/api';
import { z } from 'zod';

/** What an entry says, without arguments and results, for programs that watch over many others. */
export interface StreamedEvent {
  readonly seq: number;
  /** null where the entry cannot be read. */
  readonly uid: string | null;
  readonly at: number;
  /** An entry of a denial is called `denied`. */
  readonly event: string;
  readonly outcome: AuditEntryOutcome;
  readonly principal: string;
  readonly server: string;
  readonly tool: string;
  readonly call: string | null;
  readonly hash: string;
  readonly session?: string;
  readonly decision?: Outcome;
  readonly enforced?: boolean;
  readonly rules?: readonly string[];
  readonly private?: string;
  readonly untrusted?: string;
  /** Who voted, or who did what operators do. */
  readonly by?: string;
  readonly code?: string;
}

const withHash = z.looseObject({ event_hash: z.string() });
const byDetail = z.looseObject({ by: z.string() });
const codeDetail = z.looseObject({ code: z.string() });
const faultDetail = z.looseObject({ fault: codeDetail });

const readFacts = (
  entry: NonNullable<AuditEntryLine['entry']>,
): Pick<
  StreamedEvent,
  'session' | 'decision' | 'enforced' | 'rules' | 'private' | 'untrusted' | 'by' | 'code'
> => {
  const { detail } = entry;
  const decided = readDecisionDetail(detail);
  const by = readVoteDetail(detail)?.subject ?? byDetail.safeParse(detail).data?.by;
  const code = faultDetail.safeParse(detail).data?.fault.code ?? codeDetail.safeParse(detail).data?.code;
  return {
    ...(decided === undefined
      ? {}
      : {
          session: decided.request.session,
          decision: decided.decision.outcome,
          enforced: decided.decision.enforced,
          rules: decided.decision.rules
            .filter(({ outcome }) => outcome !== null && OUTCOMES.includes(outcome))
            .map(({ id }) => id),
          private: decided.input.labels.private,
          untrusted: decided.input.labels.untrusted,
        }),
    ...(by === undefined ? {} : { by }),
    ...(code === undefined ? {} : { code }),
  };
};

export const readStreamedEvent = ({ seq, json, entry }: AuditEntryLine): StreamedEvent => {
  const hash = withHash.parse(JSON.parse(json)).event_hash;
  if (entry === null)
    return {
      seq,
      uid: null,
      at: 0,
      event: 'unreadable',
      outcome: 'error',
      principal: '',
      server: '',
      tool: '',
      call: null,
      hash,
    };
  const cut = entry.tool.indexOf('/');
  return {
    seq,
    uid: entry.id,
    at: entry.at,
    event: auditMessages.audit.event({ event: entry.event satisfies AuditEventName }),
    outcome: entry.outcome,
    principal: entry.principal,
    server: cut < 0 ? entry.tool : entry.tool.slice(0, cut),
    tool: cut < 0 ? '' : entry.tool.slice(cut + 1),
    call: entry.call,
    hash,
    ...readFacts(entry),
  };
};

/** How much a reader should mind: 1 as usual, to 5. */
export const severityOf = ({ event, outcome, code }: StreamedEvent): 1 | 2 | 3 | 4 | 5 => {
  if (event === 'unreadable') return 5;
  if (event === 'alert') return 4;
  if (event === 'indeterminate' || code?.startsWith('CONTRACT_') === true) return 3;
  return outcome === 'denied' || outcome === 'error' ? 2 : 1;
};
