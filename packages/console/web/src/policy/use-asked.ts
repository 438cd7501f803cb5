import { useEffect, useState } from 'react';
import { ApiError, change } from '../shell/api.ts';
import type { ChangeName, ParamsOf, ResultOf } from '../shell/api.ts';

export interface Asked<R> {
  readonly data: R | undefined;
  readonly error: Error | undefined;
  /** What is shown answers an earlier question. */
  readonly stale: boolean;
}

/** Asks again a moment after the question changed; `null` asks nothing. What was answered last stays until then. */
export const useAsked = <N extends ChangeName>(
  name: N,
  params: ParamsOf<N> | null,
  afterMs = 250,
): Asked<ResultOf<N>> => {
  const question = params === null ? null : JSON.stringify(params);
  const [answer, setAnswer] = useState<{
    readonly question: string;
    readonly data?: ResultOf<N>;
    readonly error?: Error;
  }>();
  useEffect(() => {
    if (question === null) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      change(name, JSON.parse(question) as ParamsOf<N>).then(
        (data) => {
          if (wanted) setAnswer({ question, data });
        },
        (error: unknown) => {
          if (!wanted) return;
          const problem = { code: 'UNKNOWN', message: String(error) };
          setAnswer({ question, error: error instanceof Error ? error : new ApiError(0, problem) });
        },
      );
    }, afterMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [name, question, afterMs]);
  return {
    data: question === null ? undefined : answer?.data,
    error: question === null ? undefined : answer?.error,
    stale: answer?.question !== question,
  };
};
