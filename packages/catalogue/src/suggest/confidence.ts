import type { HintName } from '@callgate/core';

type Steps = readonly (readonly [margin: number, confidence: number])[];

/**
 * The share of suggestions that agreed with what servers declare, by how far yes and no were apart
 * (`npm run bench -- suggest` measures it anew). Few servers declare the other hints: what is said of them is doubted.
 */
const MEASURED: { readonly [H in HintName]?: { readonly yes: Steps; readonly no: Steps } } = {
  readOnly: {
    yes: [
      [0, 0.9],
      [1, 0.95],
      [2.5, 0.98],
      [4, 0.99],
    ],
    no: [
      [0, 0.5],
      [1, 0.65],
      [2.5, 0.95],
      [4, 0.99],
    ],
  },
  destructive: {
    yes: [
      [0, 0.6],
      [2.5, 0.72],
      [4, 0.84],
      [6, 0.95],
    ],
    no: [
      [0, 0.79],
      [2.5, 0.87],
    ],
  },
  idempotent: {
    yes: [
      [0, 0.6],
      [1, 0.83],
      [2.5, 0.93],
    ],
    no: [
      [0, 0.6],
      [1, 0.8],
      [4, 0.9],
    ],
  },
  openWorld: {
    yes: [
      [0, 0.5],
      [4, 0.6],
    ],
    no: [
      [0, 0.5],
      [2.5, 0.85],
      [4, 0.95],
    ],
  },
};

const DOUBTED: Steps = [
  [0, 0.5],
  [1, 0.55],
  [2.5, 0.7],
  [4, 0.8],
];

/** How sure a suggestion is. */
export const confidenceOf = (hint: HintName, value: 'yes' | 'no', margin: number): number => {
  const steps = MEASURED[hint]?.[value] ?? DOUBTED;
  return steps.findLast(([least]) => margin >= least)?.[1] ?? 0.5;
};
