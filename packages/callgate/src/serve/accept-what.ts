import { existsSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import type { HomePaths } from '../home.ts';
import { offerDrift } from './offer-drift.ts';
import { offerFile } from './offer-file.ts';
import { offerTrust } from './offer-trust.ts';
import { putOffer } from './offer.ts';

export interface AcceptWish {
  readonly what: string;
  readonly tools: readonly string[];
  readonly trust: boolean;
  readonly config: string | undefined;
  readonly digest: string | undefined;
  readonly json: boolean;
  readonly home: HomePaths;
}

/** A path has a folder or an ending, an alias has neither. */
const isPath = (what: string): boolean => /[./\\]/.test(what) || existsSync(what);

const PACK = 'pack:';

/** `pack:NAME` is a file too: where it lies is Callgate's business. */
const fileOf = async (what: string): Promise<string> => {
  if (!what.startsWith(PACK)) return what;
  const [first, ...others] = (await import('@callgate/catalogue/packs')).findPacks(
    what.slice(PACK.length),
    process.cwd(),
  );
  if (first !== undefined && others.length === 0) return first.path;
  throw new CallgateError('ARGUMENT_SHAPE', `${display(what)} is not one pack`, {
    help: 'packs are accepted one by one; name the file',
  });
};

export const acceptWhat = async ({ tools, trust, config, home, ...wish }: AcceptWish): Promise<void> => {
  const { what: written, ...how } = wish;
  const what = await fileOf(written);
  const path = isPath(what);
  if (path && (trust || tools.length > 0))
    throw new CallgateError('ARGUMENT_UNKNOWN', `${display(what)} is a file; files are accepted one by one`);
  const offer = path
    ? await offerFile(what, home)
    : trust
      ? await offerTrust(what, config, home)
      : await offerDrift(what, tools, home);
  await putOffer(offer, how);
};
