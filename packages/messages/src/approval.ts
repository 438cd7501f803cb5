/** Texts about one pending call: card, elicitation prompt, terminal prompt. */
export const approvalMessages = {};

export type ApprovalMessages = typeof approvalMessages;
