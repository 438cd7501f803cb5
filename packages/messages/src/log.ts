/** Lines of the log, and notifications. */
export const logMessages = {};

export type LogMessages = typeof logMessages;
