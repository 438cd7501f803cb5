/** Names, help and output of commands. */
export const cliMessages = {};

export type CliMessages = typeof cliMessages;
