/** Reasons of a decision, labels and origins. */
export const decisionMessages = {};

export type DecisionMessages = typeof decisionMessages;
