import { countOf } from '../text/count.ts';

/** Chains of calls from untrusted text to harm, without approval in between. */
export const chainMessages = {
  steps: {
    'reads-private': 'it reads private data',
    'reads-untrusted': 'others wrote what it returns',
    'sends-out': 'it reaches outside',
    destroys: 'it can delete or overwrite',
  },
  grounds: {
    observation: 'observed',
    operator: 'set by the operator',
    review: 'reviewed',
    contract: 'enforced',
    claim: 'claimed by its server',
    default: 'assumed',
  },
  step: ({ does, because }: { readonly does: string; readonly because: string }): string =>
    `${does} (${because})`,
  suggested: ({ because }: { readonly because: string }): string => `suggested: ${because}`,
  leak: ({
    source,
    read,
    send,
  }: {
    readonly source: string;
    readonly read: string;
    readonly send: string;
  }): string =>
    `Text from ${source} can tell the agent to read with ${read} and to send it out with ${send}, without approval.`,
  harm: ({ source, call }: { readonly source: string; readonly call: string }): string =>
    `Text from ${source} can tell the agent to call ${call}, without approval.`,
  leftOut: ({ count, isLeast }: { readonly count: number; readonly isLeast: boolean }): string =>
    `${isLeast ? 'At least ' : ''}${countOf(count, 'more combination')} of servers with such chains ${count === 1 ? 'is' : 'are'} not listed.`,
  kinds: {
    trifecta: 'Private data leaves',
    'untrusted-to-destructive': 'Data is destroyed',
  },
  rules: {
    trifecta: 'Untrusted text can make an agent read private data and send it out, without approval',
    destructive: 'Untrusted text can make an agent delete or overwrite data, without approval',
  },
};

export type ChainMessages = typeof chainMessages;
