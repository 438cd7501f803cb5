/** Packs of reviews. */
export const packMessages = {
  doubted: ({ why, doubt }: { readonly why: string; readonly doubt: string }): string =>
    `${why} In doubt: ${doubt}`,
  package: ({ name }: { readonly name: string }): string => `the package \`${name}\``,
};

export type PackMessages = typeof packMessages;
