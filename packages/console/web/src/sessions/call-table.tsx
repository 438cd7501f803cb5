import type { SessionStory } from '@callgate/operations/api';
import { Link } from 'wouter';
import { CallState } from '../parts/call-state.tsx';
import { Labels } from '../parts/labels.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Time } from '../parts/time.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { raisedBy } from './call-words.ts';
import { ORIGIN_WORDS, pathText } from './flow-words.ts';

/** Everything that the picture shows, in words. Roles are written out because a phone shows rows as blocks. */
export const CallTable = ({ story }: { story: SessionStory }) => (
  <table className="sessions-table" role="table">
    <caption className="hidden-words">The calls of the session in order</caption>
    <thead role="rowgroup">
      <tr role="row">
        {['Call', 'When', 'Tool', 'Decided', 'State', 'Judged on', 'Raised', 'Values from'].map((name) => (
          <th key={name} role="columnheader" scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {story.calls.map((call, index) => (
        <tr key={call.id} role="row" className={call.trifecta ? 'sessions-row-met' : undefined}>
          <td role="cell" className="sessions-cell-number">
            <Link href={`/record/${encodeURIComponent(call.id)}`} aria-label={`Story of call ${index + 1}`}>
              {index + 1}
            </Link>
          </td>
          <td role="cell">
            <Time at={call.at} />
          </td>
          <td role="cell">
            <ToolName server={call.server} tool={call.target} />
          </td>
          <td role="cell">
            <Outcome outcome={call.outcome} enforced={call.enforced} />
          </td>
          <td role="cell">
            <CallState state={call.state} />
          </td>
          <td role="cell">
            <Labels labels={call.labels} />
          </td>
          <td role="cell">
            {raisedBy(story.steps, call.id)
              .map(({ label, strength }) => `${label} to ${strength}`)
              .join(', ')}
            {call.trifecta ? <strong>all three legs meet</strong> : null}
          </td>
          <td role="cell">
            {story.flows
              .filter(({ to }) => to === call.id)
              .map((flow, at) => (
                <div key={at}>
                  <Untrusted text={pathText(flow.path)} max={40} />: {ORIGIN_WORDS[flow.origin]}
                </div>
              ))}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
