import type { Driver } from '../../packages/adapters/test/suite/driver.ts';
import type { AdkRunnerExtras } from './adk-suite-conversation.ts';
import { AdkSuiteConversation, toolsOf } from './adk-suite-conversation.ts';
import { driver as alone } from './driver.ts';

const driverWith = (extra: AdkRunnerExtras, requireConfirmation = false): Driver => ({
  ...alone,
  converse: async (gate, tools, options) =>
    new AdkSuiteConversation(gate, toolsOf(tools, requireConfirmation), options, extra),
});

/** The host knows who answers confirmations. */
export const reviewed: Driver = driverWith({ reviewer: () => 'local' });

/** Every tool wants to be confirmed, whatever policy says. */
export const confirming: Driver = driverWith({}, true);

/** The same behind the security plugin, which keeps confirmations from the tools. */
export const confirmingBehind: Driver = driverWith(
  { plugins: ({ gated, security }) => [security, gated] },
  true,
);

/** The security plugin comes second. */
export const securitySecond: Driver = driverWith({ plugins: ({ gated, security }) => [gated, security] });

/** Somebody forgot the plugin that runs what the policy engine allows. */
export const engineOnly: Driver = driverWith({ plugins: ({ security }) => [security] });

/** The messages come from another agent. */
export const remote: Driver = driverWith({ remoteDelivered: true });
