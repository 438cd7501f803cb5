/** Requests that a server does not answer, and sockets that cannot be served. The server gives the code. */
export const httpText = {
  request: {
    header: 'A header that may occur once occurs twice',
    host: 'The Host header is not a name of this server',
    origin: 'Pages of this origin are not served',
    path: 'There is nothing at this path',
    method: 'This method is not served here',
    size: 'The body is too large',
  },
  socket: {
    nameInvalid: ({ name }: { name: string }) => ({
      message: `\`${name}\` is not a valid name of a socket`,
      help: 'Use 1 to 64 letters, digits, _ or -.',
    }),
    tooLong: ({ path }: { path: string }) => ({
      message: `The path ${path} is too long for a socket`,
      help: 'Set CALLGATE_HOME or TMPDIR to a shorter path.',
    }),
    folderNotCreated: ({ path, cause }: { path: string; cause: string }) => ({
      message: `The folder ${path} cannot be created (${cause})`,
      help: 'Give a folder that you can write to.',
    }),
    notFolder: ({ path }: { path: string }) => ({
      message: `The path ${path} is not a folder`,
      help: 'Move the file away.',
    }),
    folderOfAnotherUser: ({ path }: { path: string }) => ({
      message: `The folder ${path} belongs to another user`,
      help: 'Find out who created it.',
    }),
    listenFailed: ({ path, cause }: { path: string; cause: string }) => ({
      message: `The socket ${path} cannot be opened (${cause})`,
      help: 'Find out which program uses its folder.',
    }),
    notCreated: ({ path, cause }: { path: string; cause: string }) => ({
      message: `The socket ${path} cannot be created (${cause})`,
    }),
  },
};
