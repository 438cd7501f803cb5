import type { ComparisonResult, LayerText } from '@callgate/operations/policy';
import {
  MAX_COMPARED_CALLS,
  comparePolicies,
  layersDigest,
  countLoosened,
  summaryOf,
} from '@callgate/operations/policy';
import type { Policy } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import { optionErrors } from '@callgate/messages/errors/option';
import type { StoreReader } from '@callgate/gate/store';
import { systemClock } from '@callgate/gate';
import { EMPTY_LOG_HEAD } from '@callgate/gate/record';
import { getStoreAddress, canBeStore } from '@callgate/gate/store';
import { openStoreReader } from '@callgate/gateway/store';
import { CountProgress } from '../show/count-progress.ts';
import type { PolicyHome } from './policy-home.ts';
import { findKeys, pinnedTools } from './policy-home.ts';

export const parseCallCount = (text: string): number => {
  const calls = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (calls >= 1 && calls <= MAX_COMPARED_CALLS) return calls;
  throw new CallgateError(optionErrors.calls({ most: MAX_COMPARED_CALLS }));
};

type ComparisonReader = Pick<StoreReader, 'head' | 'rows' | 'hashes' | 'kept'>;

const NOTHING: ComparisonReader = {
  head: () => Promise.resolve(EMPTY_LOG_HEAD),
  rows: () => Promise.resolve([]),
  hashes: () => Promise.resolve([]),
  kept: () => Promise.resolve(undefined),
};

const openComparisonLog = async (
  database: string,
): Promise<{ readonly read: ComparisonReader; close(): Promise<void> }> => {
  if (!canBeStore(database)) return { read: NOTHING, close: () => Promise.resolve() };
  return await openStoreReader(database);
};

/** Decides the last calls again by what is in force and by another policy. A bar on a terminal meanwhile. */
export const compareWith = async (
  home: PolicyHome,
  after: Policy,
  calls: number,
): Promise<ComparisonResult> => {
  const { read, close } = await openComparisonLog(getStoreAddress(home.everything.config.store));
  const progress = new CountProgress(process.stderr, Date.now, 'call');
  try {
    return await comparePolicies({
      read,
      keys: findKeys(home),
      before: home.effective.policy,
      after,
      calls,
      tools: pinnedTools(home).map(({ tool }) => tool),
      clock: systemClock,
      onProgress: (done) => progress.at(done),
    });
  } finally {
    progress.clear();
    await close();
  }
};

/** The digest of a comparison: these layers in place of that policy, and whether anything is loosened. */
export const comparisonDigest = (
  layers: readonly LayerText[] | null,
  base: Policy,
  after: Policy,
  result: ComparisonResult,
): string =>
  digest('policy-activation', {
    layers: layers === null ? null : layersDigest(layers),
    base: base.revision,
    after: after.revision,
    loosens: countLoosened(result) > 0,
  });

export const comparisonJson = (
  base: Policy,
  after: Policy,
  result: ComparisonResult,
): Record<string, unknown> => ({ base: summaryOf(base), candidate: summaryOf(after), ...result });
