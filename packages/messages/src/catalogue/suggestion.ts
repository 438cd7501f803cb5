const quoted = (text: string): string => `\`${text}\``;

interface QuotedText {
  readonly text: string;
}

/** Why a hint is suggested for a tool. Each follows a colon or "but". */
export const suggestionMessages = {
  verb: {
    name: ({ text }: QuotedText): string => `its name says ${quoted(text)}`,
    title: ({ text }: QuotedText): string => `its title says ${quoted(text)}`,
    description: ({ text }: QuotedText): string => `its description says ${quoted(text)}`,
    alsoDescription: ({ text }: QuotedText): string => `its description also says ${quoted(text)}`,
    apart: ({ name, description }: { readonly name: string; readonly description: string }): string =>
      `its name says ${quoted(name)} and its description ${quoted(description)}`,
  },

  effect: {
    permanent: 'its description says that it cannot be undone',
    overwrites: 'its description says that it overwrites',
    restores: 'it restores a backup, and later changes are lost',
    partial: 'it changes only the given fields',
    additive: 'its description says that existing content stays',
    createsMissing: 'its description says that it creates what is missing',
    repeatable: 'its description says that repeating it changes nothing',
    harmless: 'its description says that it changes nothing',
    membership: ({ text }: QuotedText): string => `it only adds to or removes from a set: ${quoted(text)}`,
    gitFetch: 'it brings objects into the repository',
    choiceWrites: ({ argument, choice }: { readonly argument: string; readonly choice: string }): string =>
      `${quoted(argument)} can be ${quoted(choice)}`,
    flag: ({ text }: QuotedText): string => `${quoted(text)} turns on a change`,
    writesResult: 'its description says that it saves a file',
    browser: 'it acts on a web page, which may do anything',
    again: ({ text }: QuotedText): string => `a second ${quoted(text)} has a further effect`,
    httpRequest: ({ verb }: { readonly verb: string }): string => `it makes a ${verb} request`,
    choicesRead: ({ text }: QuotedText): string => `every choice of ${quoted(text)} only reads`,
    worstChoice: ({ argument, choice }: { readonly argument: string; readonly choice: string }): string =>
      `${quoted(argument)} can be ${quoted(choice)}, and the worst case counts`,
    code: ({ text }: QuotedText): string => `${quoted(text)} is code or a command that can do anything`,
    sql: ({ text }: QuotedText): string => `${quoted(text)} is SQL that can do anything`,
    writesFile: ({ text }: QuotedText): string => `it writes the file named in ${quoted(text)}`,
    argument: ({ text }: QuotedText): string => `it has an argument ${quoted(text)}`,
    onlyReads: 'it seems to only read',
    changesSomething: 'it changes something',
    wordsRead: ({ words }: { readonly words: string }): string => `words that reads use: ${words}`,
    wordsChange: ({ words }: { readonly words: string }): string => `words that changes use: ${words}`,
  },

  reach: {
    mentions: ({ text }: QuotedText): string => `it mentions ${quoted(text)}`,
    address: ({ text }: QuotedText): string => `${quoted(text)} is an address`,
    recipient: ({ text }: QuotedText): string => `${quoted(text)} is a recipient`,
    localPath: ({ text }: QuotedText): string => `${quoted(text)} is a place on this machine`,
    siblingsReach: 'other tools of the server reach outside',
    siblingsStay: 'other tools of the server stay on this machine',
    writtenByOthers: ({ text }: QuotedText): string =>
      `others may have written what it returns: ${quoted(text)}`,
  },

  nature: {
    found: ({ because, text }: { readonly because: string; readonly text: string }): string =>
      `${because}: ${quoted(text)}`,
    actsAlone: 'it plans and acts on its own',
    severalSteps: 'it works in several steps of its own',
    usesModel: 'it says that it uses a model',
    mostlyModel: 'such work usually needs a model',
    takesLong: 'it says that it takes long',
    mostlyLong: 'such work usually takes long',
    isHeavy: 'it says that it needs many resources',
    mostlyHeavy: 'such work usually needs many resources',
    personalData: 'it handles personal, financial or confidential data',
    elevated: 'it needs elevated rights',
    accounts: 'it handles rights, security or accounts',
    asksApproval: 'its author asks for approval',
    movesMoney: 'it moves money',
    returnsSecrets: 'it returns keys, passwords or the environment',
    irreversible: 'its description says that it cannot be undone',
    reversible: 'its description says that it can be undone',
    takes: ({ text }: QuotedText): string => `it takes ${quoted(text)}`,
    opposite: ({ text }: QuotedText): string => `${quoted(text)} of the same server does the opposite`,
  },
};

export type SuggestionMessages = typeof suggestionMessages;
