import type { Flow } from '@callgate/operations/api';

/** Origins that look the same. */
export const flowClass = ({ origin }: Flow): 'untrusted' | 'nowhere' | 'person' | 'trusted' =>
  origin === 'untrusted' || origin === 'nowhere' || origin === 'person' ? origin : 'trusted';

/** `to`, `items[2].id`; the arguments as a whole where nothing is named. */
export const pathText = (path: readonly (string | number)[]): string =>
  path.length === 0
    ? 'the arguments'
    : path
        .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
        .join('');

export const ORIGIN_WORDS: Readonly<Record<Flow['origin'], string>> = {
  person: 'the person’s own words',
  created: 'made in this session',
  directory: 'an entry of a directory',
  trusted: 'trusted content',
  untrusted: 'untrusted content',
  nowhere: 'seen nowhere before',
};
