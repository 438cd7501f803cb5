/** A decision as `callgate explain` shows it. */
export const explanationMessages = {
  claim: ({ key, answer }: { readonly key: string; readonly answer: string }): string =>
    `${key} says ${answer}`,
  firstSeen: ({ tool, call }: { readonly tool: string; readonly call: string }): string =>
    `, first seen in the result of ${tool} (call ${call})`,
  notNow: 'NOT NOW',
  later: ({
    hours,
    auto,
    reason,
  }: {
    readonly hours: string;
    readonly auto: boolean;
    readonly reason: string;
  }): string => `${hours}; then ${auto ? 'it runs automatically' : 'it runs after approval'}: ${reason}`,
  head: ({ trust, policy }: { readonly trust: string; readonly policy: string }): string =>
    `${trust} server, policy ${policy}`,
  also: ({ reason }: { readonly reason: string }): string => `also: ${reason}`,
  observing: 'OBSERVING ONLY: this outcome is recorded and not enforced',
  rules: 'Rules that count',
  exceptions: 'Exceptions in force',
  exception: ({
    id,
    rule,
    until,
    reason,
  }: {
    readonly id: string;
    readonly rule: string;
    readonly until: string;
    readonly reason: string;
  }): string => `${id} disables ${rule} until ${until}: ${reason}`,
  beliefs: 'What Callgate believes, and why',
  facts: ({ facts }: { readonly facts: string }): string =>
    `so: ${facts === '' ? 'nothing that asks for care' : facts}`,
  unknown: ({ facts }: { readonly facts: string }): string => `(unknown: ${facts})`,
  definition: ({ digest }: { readonly digest: string }): string => `definition ${digest}`,
  history: 'Earlier calls',
  secondsAgo: ({ seconds }: { readonly seconds: number }): string => `yes, ${seconds} s ago`,
  counted: ({
    most,
    ran,
    isTime,
  }: {
    readonly most: number | null;
    readonly ran: number | null;
    readonly isTime: boolean;
  }): string => {
    if (isTime) return 'no';
    if (most === null) return 'unknown: an earlier call has no such amount';
    return ran === most || ran === null ? String(most) : `${most}, ${ran} of it without calls that wait`;
  },
  session: 'Session',
  labels: ({
    private: privateData,
    untrusted,
    hasRequest,
  }: {
    readonly private: string;
    readonly untrusted: string;
    readonly hasRequest: boolean;
  }): string =>
    `private data: ${privateData}, untrusted content: ${untrusted}${hasRequest ? '' : "; the user's request is not known"}`,
  untraced: "Values not from the user's request",
  requirements: 'Requirements',
  autoIf: 'It would run automatically if',
  neverAuto:
    'It runs automatically only if the policy changes, or what is known of the tool, as by a review.',
};

export type ExplanationMessages = typeof explanationMessages;
