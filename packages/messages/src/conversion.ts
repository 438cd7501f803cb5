/** What a conversion between forms of tool definitions could not carry over, and why. Each follows a colon. */
export const conversionMessages = {
  unnamed: 'it has no name',
  unnamedOrGoogle: 'it has no name, or Google runs it itself',
  definedByAnthropic: ({ type }: { readonly type: string }): string =>
    `Anthropic defines tools of type ${type} itself`,
  runByOpenAi: ({ type }: { readonly type: string }): string => `OpenAI runs tools of type ${type} itself`,
  noSchema: 'it has no JSON Schema, so all arguments are accepted',
  notAnObject: 'it was not the schema of an object, and is one now',
  nameTwice: 'another tool has this name, so it is unknown which runs',
  notInManifest: 'a manifest cannot hold it',
  noManifestField: 'a manifest has no field for it',
  notInVocabulary: 'the vocabulary does not have it',
  noScopes: 'a manifest says `regulated`, without its scopes',
  otherCounts: ({ other }: { readonly other: string }): string => `${other} counts instead`,
  conflict: ({ keys }: { readonly keys: string }): string =>
    `${keys} contradict each other: the more careful value of each is kept`,
  unreadable: ({ problem }: { readonly problem: string }): string => `it cannot be read: ${problem}`,
  raisedSet: 'a set with an unreadable value was raised to the most careful one',
  resolution: 'a manifest uses conditions for what depends on arguments',
  titleKept: 'the title of the tool itself is kept',
  notMcp: 'it is not what MCP specifies',
  conditions: 'a definition says the worst case; a server says the rest by tools/resolve',
  nameRefused: ({ vendor, pattern }: { readonly vendor: string; readonly pattern: string }): string =>
    `${vendor} refuses it: names there match ${pattern}`,
  noField: ({ vendor }: { readonly vendor: string }): string => `${vendor} has no field for it`,
  noFieldToRelax: ({ vendor }: { readonly vendor: string }): string =>
    `${vendor} has no field for it, and a sentence lowers no care`,
  noFieldButSentence: ({ vendor }: { readonly vendor: string }): string =>
    `${vendor} has no field for it; if it asks for care, the description says so`,
  vendorOwn: ({ vendor }: { readonly vendor: string }): string => `only ${vendor} has it`,
  overrideReason: ({ condition }: { readonly condition: string }): string =>
    `the manifest says so where ${condition}`,
};

export type ConversionMessages = typeof conversionMessages;
