import { ApiError } from '../shell/api.ts';
import { Untrusted } from './untrusted.tsx';

/** What went wrong and what to do about it. */
export const Problem = ({ error }: { error: Error }) => (
  <div className="problem" role="alert">
    <Untrusted text={error.message} />
    {error instanceof ApiError ? (
      <>
        {error.problem.help === undefined ? null : (
          <p className="problem-help">
            <Untrusted text={error.problem.help} />
          </p>
        )}
        <code className="problem-code">{error.problem.code}</code>
      </>
    ) : null}
  </div>
);
