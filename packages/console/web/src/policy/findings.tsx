import type { PolicyFinding } from '@callgate/operations/api';
import { Icon } from '../parts/icon.tsx';
import { Untrusted } from '../parts/untrusted.tsx';

const Words = ({ finding }: { finding: PolicyFinding }) => (
  <>
    <span className="policy-finding-kind">{finding.severity}</span>{' '}
    <Untrusted className="policy-prose" text={finding.message} />
    {finding.help === undefined ? null : (
      <span className="policy-finding-help">
        {' '}
        <Untrusted className="policy-prose" text={finding.help} />
      </span>
    )}
  </>
);

/** What is wrong or surprising, with its place. `onGo` leads there. */
export const Findings = ({
  findings,
  onGo,
}: {
  findings: readonly PolicyFinding[];
  onGo?: (finding: PolicyFinding) => void;
}) => (
  <ul className="policy-findings">
    {findings.map((finding, index) => (
      <li key={index} className={`policy-finding policy-finding-${finding.severity}`}>
        <Icon name={finding.severity === 'error' ? 'stop' : 'warning'} />
        <div>
          {onGo === undefined || finding.file.startsWith('preset:') ? (
            <span className="policy-place">
              <Untrusted text={finding.file} max={120} />:{finding.line}:{finding.column}
            </span>
          ) : (
            <button type="button" className="policy-place" onClick={() => onGo(finding)}>
              <Untrusted text={finding.file} max={120} />:{finding.line}:{finding.column}
            </button>
          )}{' '}
          <Words finding={finding} />
        </div>
      </li>
    ))}
  </ul>
);
