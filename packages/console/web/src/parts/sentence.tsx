import { type ReactNode, Fragment, createElement } from 'react';

/** A text of the catalogue with elements in it. */
export const Sentence = ({ parts }: { parts: readonly ReactNode[] }) =>
  createElement(Fragment, null, ...parts);
