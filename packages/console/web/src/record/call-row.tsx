import type { RecordCall } from '@callgate/operations/api';
import { Link } from 'wouter';
import { Badge } from '../parts/badge.tsx';
import { CallState } from '../parts/call-state.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Time, duration } from '../parts/time.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';

/** One call in the list. */
export const CallLine = ({ call, href, current }: { call: RecordCall; href: string; current: boolean }) => (
  <Link
    href={href}
    className={current ? 'record-line record-line-current' : 'record-line'}
    aria-current={current ? 'true' : undefined}
    data-call={call.id}
  >
    <span className="record-when">
      <Time at={call.receivedAt} />
    </span>
    <span className="record-what">
      <ToolName server={call.server} tool={call.target} />
      {call.ai ? (
        <Badge tone="ai" icon="ai" quiet>
          AI
        </Badge>
      ) : null}
    </span>
    <span className="record-badges">
      <Outcome outcome={call.outcome} enforced={call.enforced} />
      <CallState state={call.state} />
    </span>
    <span className="record-who">
      <Untrusted text={call.principal} max={60} />
    </span>
    <span className="record-why">
      {call.fault === null ? (
        call.rule === null ? null : (
          <Untrusted text={call.rule} max={60} />
        )
      ) : (
        <Untrusted text={call.fault} max={60} />
      )}
    </span>
    <span className="record-took">
      {call.endedAt === null ? '' : duration(call.endedAt - call.receivedAt)}
    </span>
  </Link>
);
