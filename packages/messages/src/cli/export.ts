interface RuleLoss {
  readonly rule: string;
  readonly what: string;
}

/** Policies in other languages: callgate export. */
export const exportMessages = {
  policies: 'cedar or rego, and policy files in the order of their layers, or preset names',
  output: 'Write to this file; by default standard output',
  head: ({
    language,
    name,
    revision,
  }: {
    readonly language: string;
    readonly name: string;
    readonly revision: string;
  }): readonly string[] => [
    `Callgate policy ${name} in ${language}`,
    `revision ${revision}`,
    'It allows what runs by itself. What is not allowed needs approval or is blocked.',
    'Facts are beliefs of Callgate about a trusted or owned server, as callgate explain --json gives them.',
  ],
  field: ({
    name,
    values,
  }: {
    readonly name: string;
    readonly values: readonly string[] | undefined;
  }): string => `reads ${name}${values === undefined ? '' : `: ${values.join(', ')}`}`,
  exception: ({ exception }: { readonly exception: string }): string => `exception ${exception}`,
  exceptionEnd: ({ exception }: { readonly exception: string }): string =>
    `the end of exception ${exception}`,
  pattern: ({ pattern }: { readonly pattern: string }): string => `tools ${pattern}`,
  loss: {
    stricter: ({ rule, what }: RuleLoss): string => `STRICTER ${rule}: not exported is ${what}`,
    dropped: ({ rule, what }: RuleLoss): string => `LEFT OUT ${rule}, which allows: not exported is ${what}`,
    requirements: ({ rule, what }: RuleLoss): string => `REQUIREMENTS of ${rule} are not exported: ${what}`,
  },
};
