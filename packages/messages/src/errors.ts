/** Errors: what happened, what to do. */
export const errorMessages = {};

export type ErrorMessages = typeof errorMessages;
