import { errorText } from '../text/error-text.ts';

/** Errors of the demo. */
export const demoErrors = {
  consoleAnswer: ({ status, what, text }: { status: number; what: string; text: string }) =>
    errorText('DEMO_CONSOLE', `The console answered ${status} to ${what}: ${text}`),
  noCall: ({ tool }: { tool: string }) => errorText('DEMO_CONSOLE', `No call of ${tool} reached the inbox`),
  gatewayAnswer: ({ status, text }: { status: number; text: string }) =>
    errorText('DEMO_AGENT', `The gateway answered ${status}: ${text}`),
  noHttp: () => errorText('DEMO_CONFIG', 'The demo needs an HTTP address for agents'),
  noConsole: () => errorText('DEMO_CONFIG', 'The demo needs a console'),
};
