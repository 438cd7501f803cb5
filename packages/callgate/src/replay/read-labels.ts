import { CallgateError, display } from '@callgate/core';
import { traceErrors } from '@callgate/messages/errors/trace';
import { z } from 'zod';
import { readDataFile } from '../catalogue/read-catalogue.ts';
import type { AttackLabels } from './score.ts';

const labels = z.record(
  z.string(),
  z.looseObject({ suite: z.string().min(1).default('all'), attack: z.array(z.string()) }),
);

/** Which calls an attacker caused, by session, out of some labels files. */
export const readLabels = (paths: readonly string[]): ReadonlyMap<string, AttackLabels> => {
  const all = new Map<string, AttackLabels>();
  for (const path of paths) {
    const parsed = labels.safeParse(readDataFile(path));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new CallgateError(
        traceErrors.labels.shape({
          path: display(path),
          place: display(issue?.path.map(String).join('.') ?? ''),
          problem: display(issue?.message ?? ''),
        }),
      );
    }
    for (const [session, { suite, attack }] of Object.entries(parsed.data)) {
      if (all.has(session))
        throw new CallgateError(traceErrors.labels.twice({ path: display(path), session: display(session) }));
      all.set(session, { suite, attack });
    }
  }
  return all;
};
