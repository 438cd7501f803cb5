/** The help of an unknown name: the nearest name, or what else to do. */
export const suggestNearName = (near: string | undefined, otherwise: string): string =>
  near === undefined ? otherwise : `Did you mean \`${near}\`?`;
