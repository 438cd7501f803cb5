/** Claims of servers that the rest of a definition contradicts. A message has no full stop. */
export const claimMessages = {
  secretRead: ({ isClosed, because }: { readonly isClosed: boolean; readonly because: string }): string =>
    `The tool claims to only read${isClosed ? ' and to stay inside' : ''}, but it returns secrets (${because})`,
  uploadingRead: ({
    isClosed,
    argument,
  }: {
    readonly isClosed: boolean;
    readonly argument: string;
  }): string =>
    `The tool claims to only read${isClosed ? ' and to stay inside' : ''}, but it sends the file in \`${argument}\` elsewhere`,
  movesMoney: 'The tool claims to destroy nothing, but it moves money, which another call cannot take back',
  destroys: ({ because, guard }: { readonly because: string; readonly guard: string | undefined }): string =>
    `The tool claims to destroy nothing, but ${because}${guard === undefined ? '' : `, and it removes a protection (\`${guard}\`)`}`,
  changes: ({ because }: { readonly because: string }): string =>
    `The tool claims to change nothing, but ${because}`,
  reachesOut: ({ argument }: { readonly argument: string }): string =>
    `The tool claims to stay inside, but \`${argument}\` is an address that the caller chooses`,
  definitionDiffers: 'its definition says otherwise',
  help: ({
    server,
    tool,
    set,
  }: {
    readonly server: string;
    readonly tool: string;
    readonly set: string;
  }): string =>
    `Once its server is trusted, this claim counts. If it is wrong, run \`callgate review ${server}/${tool} --override --set ${set} --reason …\`.`,
  conflict: ({ keys }: { readonly keys: readonly string[] }): string =>
    `These claims cannot all be true: ${keys.join(', ')}`,
  malformed: ({ key, problem }: { readonly key: string; readonly problem: string }): string =>
    `\`${key}\` cannot be read: ${problem}`,
};

export type ClaimMessages = typeof claimMessages;
