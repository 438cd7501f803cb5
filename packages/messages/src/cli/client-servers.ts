/** Why `callgate init` leaves or keeps a server of a client, after the name of the server. */
export const clientServerMessages = {
  excepted: 'you left it out',
  uneditable: ({ why }: { readonly why: string }): string =>
    `it is written in a form that Callgate does not edit: ${why}`,
  isCallgate: 'it is Callgate itself',
  already: ({ as }: { readonly as: string | undefined }): string =>
    `it goes through Callgate already${as === undefined ? '' : `, as \`${as}\``}`,
  notThrough: 'it does not go through Callgate',
  throughBefore: 'it went through Callgate before callgate init did anything',
  notUnwrapped: 'it is not unwrapped',
  nothingWrapped: 'nothing is wrapped in it',
  callgateWrapsNothing: 'it is Callgate itself, and wraps nothing',
  whyUnknown: 'the reason is not known',
  sharedPath: 'others may share this file, and the command in it is a path of this machine',
  command: {
    empty: 'its command is empty',
    tilde: 'its command begins with ~, which only its client fills in: write the whole path',
    severalWords:
      'its command has several words, which only its client splits: write them as command and args',
    notText: 'its command is not written as one text',
    argumentsNotTexts: 'its arguments are not written as a list of texts',
  },
  entry: {
    addressNotText: 'its address is not written as one text',
    notAnObject: 'it is not written as an object of its own',
    keyTwice: 'it has a duplicate key',
    elsewhere: 'part of it is written elsewhere',
    both: 'it has both a command and an address',
    neither: 'it has neither a command nor an address: its client runs it itself',
    nameTwice: 'its name is used twice in this file',
  },
  headers: {
    notTexts: 'its headers are not written as an object of texts',
    invalidName: 'one of its headers has no valid name',
    variablesOnly: ({ client, env }: { readonly client: string; readonly env: string }): string =>
      `${client} fills variables into headers, but not into ${env}`,
    sameVariable: 'two of its headers would need the same variable',
    besideEnv: ({ env }: { readonly env: string }): string => `it has both headers and ${env}`,
    notInEnv: ({ env }: { readonly env: string }): string =>
      `a header comes from a variable that is not in ${env}: put the address back by hand`,
    moreInEnv: ({ env }: { readonly env: string }): string =>
      `${env} has more than headers: put the address back by hand`,
  },
  address: {
    sse: 'it uses the older HTTP+SSE transport, which callgate run does not support',
    notHttp: 'its address does not begin with http:// or https://',
    clientSignsIn: ({ client, key }: { readonly client: string; readonly key: string }): string =>
      `${client} signs in to it itself, by \`${key}\``,
    secretStore: ({ client }: { readonly client: string }): string =>
      `${client} takes its headers from a store of secrets, by \`env_keys\``,
    withArguments: 'it has both an address and arguments',
    secret: ({ why }: { readonly why: string }): string =>
      `${why}, and every user of this machine could read it in a command line`,
    secretVariable: 'a variable in its address may be a secret',
    user: 'its address names a user or a password',
    query: 'the part after the path of its address may be a secret',
    random: 'a part of its address looks like a secret',
  },
};

export type ClientServerMessages = typeof clientServerMessages;
