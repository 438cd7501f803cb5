/** What is wrong with an answer of an identity provider. */
export const identityMessages = {
  provider: {
    url: ({ url }: { url: string }) => `\`${url}\` is not a URL that begins with https://`,
    tooLarge: 'The answer of the provider is too large',
    silent: 'The provider does not answer',
    status: ({ status }: { status: number }) => `The provider answers with status ${status}`,
    notJson: 'The answer of the provider is not JSON',
    unusable: 'The answer of the provider cannot be used',
    tokenType: 'The provider gives tokens of a type other than Bearer',
    tokenForm: 'The provider gives tokens that a header cannot carry',
  },
};
