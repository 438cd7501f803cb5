export const didYouMean = (near: string): string => `Did you mean \`${near}\`?`;

/** The help of an unknown name: the nearest name, or what else to do. */
export const suggestNearName = (near: string | undefined, otherwise: string): string =>
  near === undefined ? otherwise : didYouMean(near);

/** The name that a help says was meant. */
export const meantName = (help: string): string | undefined => /^Did you mean `([^`]+)`\?$/.exec(help)?.[1];
