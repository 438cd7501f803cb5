import { dirname } from 'node:path';
import type { PackFile } from '@callgate/catalogue/packs';
import type { ToolReview } from '@callgate/core/disclose';
import { CallgateError, display } from '@callgate/core';
import { serveMessages } from '@callgate/messages/cli/serve';
import { findOtherWriter } from '@callgate/gate/host';
import type { ConfigProblem, ServerConfig } from '@callgate/gateway/config';
import { formatProblem } from '@callgate/policy';

export interface AppliedPacks {
  readonly servers: readonly ServerConfig[];
  readonly warnings: readonly ConfigProblem[];
  /** Watched together with the configuration. */
  readonly files: readonly string[];
}

/** Told of a whole file, and not in the way. */
export const fileWarning = (
  file: string,
  code: string,
  message: string,
  help?: string | undefined,
): ConfigProblem => ({
  severity: 'warning',
  code,
  message,
  position: { file, line: 1, column: 1 },
  ...(help === undefined ? {} : { help }),
});

const obstacleTo = (
  { path, text, outcome }: PackFile,
  names: { readonly pack: string; readonly server: string },
  isAccepted: (text: string) => boolean,
): readonly [code: string, message: string, help?: string | undefined] | undefined => {
  const writable = findOtherWriter(path);
  if (writable !== undefined)
    return [writable.code, serveMessages.pack.writable({ ...names, why: writable.message }), writable.help];
  if (!outcome.ok) {
    const [first] = outcome.problems;
    return [
      'PACK_INVALID',
      serveMessages.pack.invalid({ ...names, why: first === undefined ? '' : formatProblem(first) }),
    ];
  }
  if (isAccepted(text)) return undefined;
  return [
    'PACK_UNACCEPTED',
    serveMessages.pack.unaccepted(names),
    serveMessages.readAndAccept({ path: display(path) }),
  ];
};

/**
 * Adds to each server what the packs say that the operator named for it and accepted, as reviews. What cannot be used
 * relaxes nothing; that is no reason not to start.
 */
export const applyPacks = async (
  config: string,
  servers: readonly ServerConfig[],
  isAccepted: (text: string) => boolean,
): Promise<AppliedPacks> => {
  // most configurations name none
  if (servers.every(({ packs = [] }) => packs.length === 0)) return { servers, warnings: [], files: [] };
  const { findPacks, convertPackToReviews } = await import('@callgate/catalogue/packs');
  const warnings: ConfigProblem[] = [];
  const files = new Set<string>();
  const reviewsIn = (file: PackFile, server: string, except: readonly string[]): readonly ToolReview[] => {
    files.add(file.path);
    const names = { pack: display(file.name, { max: 80 }), server: display(server) };
    const obstacle = obstacleTo(file, names, isAccepted);
    if (obstacle !== undefined) warnings.push(fileWarning(config, ...obstacle));
    return obstacle === undefined && file.outcome.ok
      ? convertPackToReviews(file.outcome.pack, { name: file.name, except })
      : [];
  };
  const used = servers.map((server): ServerConfig => {
    const reviews = (server.packs ?? []).flatMap(({ use, except }) => {
      try {
        return findPacks(use, dirname(config)).flatMap((file) => reviewsIn(file, server.server, except));
      } catch (error) {
        if (!(error instanceof CallgateError)) throw error;
        warnings.push(fileWarning(config, error.code, error.message, error.help));
        return [];
      }
    });
    return reviews.length === 0 ? server : { ...server, reviews: [...server.reviews, ...reviews] };
  });
  return { servers: used, warnings, files: [...files] };
};
