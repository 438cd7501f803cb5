import { countOf } from '../text/count.ts';

/** What is written for models and not for people, in what servers list. A message has no full stop, a help has. */
export const poisonMessages = {
  encoded: {
    ways: {
      base64: 'base64',
      hex: 'hexadecimal',
      escapes: 'escapes',
      percent: 'percent signs',
      entities: 'entities',
    },
    hidden: ({ way, text }: { readonly way: string; readonly text: string }): string =>
      `A text is hidden in ${way}: \`${text}\``,
    hiddenHelp: 'A model decodes it and a person does not. Disable the tool until its author explains it.',
    lettersApart: ({ text }: { readonly text: string }): string =>
      `Letters are spaced out so that no word is found: \`${text}\``,
    lettersApartHelp: 'Read them without the spaces, as a model does.',
  },

  hidden: {
    kinds: {
      tags: 'tag characters, which people do not see and models read',
      selectors: 'runs of variation selectors, which can carry bytes',
      escapes: 'terminal escapes, which change what a person sees',
      directions: 'direction overrides, which make text look like other text',
      widthless: 'characters without width inside the text',
      joiners: 'joiners between letters that do not join',
      controls: 'control characters',
      blankLetters: 'letters that are drawn as nothing',
      undrawn: 'characters that are not drawn',
      privateUse: 'private characters, whose meaning is not public',
      marks: 'piles of marks that hide the letters under them',
    },
    characters: ({
      kind,
      places,
      spelled,
    }: {
      readonly kind: string;
      readonly places: number;
      readonly spelled: string | undefined;
    }): string =>
      `The text has ${kind}${places > 1 ? `, in ${places} places` : ''}${spelled === undefined ? '' : `; they spell \`${spelled}\``}`,
    charactersHelp: 'Do not use this server until its author explains them.',
    outOfSight: ({ blanks, text }: { readonly blanks: number; readonly text: string }): string =>
      `More text follows after ${countOf(blanks, 'blank')}, out of sight: \`${text}\``,
    outOfSightHelp: 'Read the whole text. Ask its author why it is there.',
  },

  instructions: {
    places: {
      name: 'The name of the tool',
      title: 'A title',
      description: 'The description',
      instructions: 'The instructions of the server',
      key: 'The name of a parameter',
      member: 'The name of a member',
      value: 'A value of the schema',
      example: 'An example',
      keyword: 'A keyword of the schema',
      other: 'A member that people do not see',
    },
    deeds: {
      ignores: 'tells the model to ignore its instructions',
      conceals: 'tells the model to keep something from the user',
      frames: 'imitates a system prompt',
      agrees: 'tells the model that no approval is needed',
      leaks: 'asks for secrets or for what the user wrote',
      aside: 'speaks to the model behind the user’s back',
      first: 'tells the model to do something before it uses the tool',
      pushes: 'pushes itself before all other tools',
      excludes: 'tells the model not to use other tools',
      disparages: 'calls other tools broken or unsafe',
      threatens: 'threatens the model with harm if it does not obey',
      commands: 'commands the model in capitals',
      decodes: 'tells the model to decode something',
      collects: 'asks for what the user wrote or received elsewhere',
      redirects: 'tells the model to change a recipient',
      orders: 'gives the model an order that is not about using the tool',
    },
    found: ({
      place,
      deed,
      text,
    }: {
      readonly place: string;
      readonly deed: string;
      readonly text: string;
    }): string => `${place} ${deed}: \`${text}\``,
    help: {
      instructions:
        'Read the whole definition. A description says what a tool does, not what else a model should do. Disable the tool until its author explains it.',
      secrets: 'Disable the tool: what it asks for would go to its server with every call.',
      preference: 'Decide yourself which tool to use, and disable the other.',
    },
    askingName: ({ name }: { readonly name: string }): string =>
      `The parameter \`${name}\` asks for what the model was given or read elsewhere`,
    askingNameHelp: 'Find out what the server does with it. Disable the tool if it does not need it.',
  },

  links: {
    password: 'A link carries a name and a password',
    catcher: 'A link leads to a service that catches requests',
    toFill: 'A link has a blank that carries data out',
    address: 'A link leads to an address without a name',
    lookAlike: 'A link leads to a name that may look like another',
    shortened: 'A link hides where it leads',
    host: ({ host }: { readonly host: string }): string => `A link leads to ${host}`,
    picture: 'A picture would load automatically',
    script: 'A link is a program',
    data: 'A link contains its content',
    found: ({ what, text }: { readonly what: string; readonly text: string }): string =>
      `${what}: \`${text}\``,
    help: 'A model may follow it. Check where it leads, and block the address if it is not needed.',
  },

  names: {
    mixed: ({ name }: { readonly name: string }): string =>
      `The name \`${name}\` mixes letters of scripts that look alike`,
    looksLike: ({ name, other, server }: NamePair): string =>
      `The name \`${name}\` looks like \`${other}\` of ${server}`,
    nearly: ({ name, other, server }: NamePair): string =>
      `The name \`${name}\` is one letter away from \`${other}\` of ${server}`,
    help: 'Check which of the two is meant. Give the server a distinct alias, or disable the tool.',
    same: ({
      count,
      name,
      server,
    }: {
      readonly count: number;
      readonly name: string;
      readonly server: string;
    }): string =>
      count === 1
        ? `The tool \`${name}\` has the name of a tool of ${server}`
        : `${countOf(count, 'tool')} have names of tools of ${server}, such as \`${name}\``,
    sameHelp: 'An agent that sees both may confuse them. Names that begin with the alias tell them apart.',
  },

  shadowing: {
    tells: ({
      name,
      owner,
      text,
    }: {
      readonly name: string;
      readonly owner: string;
      readonly text: string;
    }): string => `The text says how to use \`${name}\` of ${owner}: \`${text}\``,
    names: ({ name, owner }: { readonly name: string; readonly owner: string }): string =>
      `The text names \`${name}\`, a tool of ${owner}`,
    help: 'A server should not speak about tools of another. Check whether it changes how they are used.',
  },

  smuggled: {
    parameterName: 'The name of a parameter is a sentence',
    memberName: 'The name of a member is a sentence',
    value: 'A value of the schema is a whole text',
    keyword: 'A keyword of the schema contains prose',
    other: 'A member that people do not see contains prose',
    unreferenced: 'An unused part of the schema contains prose',
    found: ({ what, text }: { readonly what: string; readonly text: string }): string =>
      `${what}: \`${text}\``,
    help: 'Models read the whole definition, people the description. Ask its author why it is there.',
    unreferencedHelp: 'Models read the whole definition, people the parameters. Ask its author to remove it.',
  },
};

interface NamePair {
  readonly name: string;
  readonly other: string;
  /** The server of the other. */
  readonly server: string;
}

export type PoisonMessages = typeof poisonMessages;
