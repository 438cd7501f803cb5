import { countOf } from '../text/count.ts';

/** The frame around all pages, and sign-in. */
export const shellMessages = {
  product: 'Callgate',
  pages: { inbox: 'Inbox', tools: 'Tools', sessions: 'Sessions', policy: 'Policy', auditLog: 'Audit log' },
  pagesLabel: 'Pages',
  windowTitle: ({ waiting, page }: { waiting: number; page: string }) =>
    `${waiting > 0 ? `(${waiting}) ` : ''}${page} · Callgate`,
  manyWaiting: '9,999+',
  waiting: 'waiting for approval',
  goTo: ({ page }: { page: string }) => `Go to ${page}`,
  skipToPage: 'Skip to the page',
  showKeys: 'Show keyboard shortcuts',
  keysTitle: 'Keyboard shortcuts',
  keysButton: 'Keyboard shortcuts (?)',
  keysEnabled: 'Enable single-letter shortcuts',
  connecting: 'Connecting',
  live: 'Live',
  disconnected: 'Disconnected, reconnecting',
  selfApproval: 'You may approve your own calls on this machine',
  roles: { viewer: 'Viewer', approver: 'Approver', operator: 'Operator' },
  themes: { auto: 'auto', light: 'light', dark: 'dark' },
  theme: ({ theme }: { theme: string }) => `Theme: ${theme}`,
  /** Notifications of this browser about calls that begin to wait. */
  notify: {
    on: 'Notifications: on',
    off: 'Notifications: off',
    isOn: 'This browser now notifies you of new calls while a Callgate tab is open',
    blocked: 'The browser blocks notifications from this page. Allow them in its site settings.',
    unsupported: 'This browser shows no notifications from an open page',
    title: ({ act }: { act: string }) => `Approval needed: ${act}`,
    more: ({ count }: { count: number }) => `${countOf(count, 'call')} waiting for approval`,
  },
  signOut: 'Sign out',
  observing: {
    title: 'The policy only observes.',
    text: 'Every call runs. Callgate records what it would have decided.',
  },
  storeProblem: {
    title: 'No call is decided.',
    text: ({ code }: { code: string }) =>
      `The store lost entries or broke (${code}). Run callgate status on its machine.`,
  },
  hostToolsUnseen: 'Built-in agent tools (shell, web) are not monitored. Set up hooks.',
  pageFailed: 'This page failed',
  reload: 'Reload',
  /** The page that takes the link, without a script of the console. A test compares it. */
  signInPage: {
    product: 'Callgate',
    windowTitle: 'Sign in · Callgate',
    waiting: 'Signing in…',
    team: 'Sign in with your team',
    unreachable: { message: 'Callgate does not respond.', help: 'Check that it is running.' },
    signedOut: {
      message: 'You are not signed in.',
      help: 'callgate console --link prints a link that signs you in.',
    },
    refused: {
      message: 'The provider did not sign you in.',
      help: 'Try again, or ask your administrator.',
    },
  },
  signIn: {
    title: 'You are not signed in',
    team: 'Sign in with your team',
    orCommand: 'Or run this command on the machine where Callgate runs. It prints a sign-in link:',
    command: 'Run this command on the machine where Callgate runs. It prints a sign-in link:',
    commandText: 'callgate console --link',
    note: 'The link works once and expires after 10 minutes. It signs you in as the user who ran the command.',
    unreachable: 'Callgate does not respond',
    unavailable: 'Sign-in is unavailable now',
    failed: 'This page cannot be shown',
    retry: 'Try again',
  },
};
