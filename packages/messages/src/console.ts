/** Texts of the web console, page by page. */
export const consoleMessages = {};

export type ConsoleMessages = typeof consoleMessages;
