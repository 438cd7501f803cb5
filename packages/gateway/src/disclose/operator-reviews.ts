import type { Review } from '@callgate/core/disclose';
import { OperatorFile } from './operator-file.ts';
import { reviewsOf, wordsFor } from './operator-words.ts';
import type { PinnedServer } from './pin-file.ts';

/** The reviews of what is pinned that were made on this machine, in the console or by command. Throws like `read`. */
export const operatorReviews = (
  folder: string,
  { server, identity, pins }: PinnedServer,
): readonly Review[] => {
  const words = wordsFor(new OperatorFile(folder).read(), server, identity);
  return [...pins.values()].flatMap(({ kind, name, digest }) =>
    kind === 'tool' ? reviewsOf(words.of(name), digest) : [],
  );
};
