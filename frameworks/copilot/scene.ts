import type { SessionConfig } from '@github/copilot-sdk';
import { copilotHome } from './copilot-home.ts';
import type { CopilotScriptStep } from './scripted-model.ts';
import { scriptedModel } from './scripted-model.ts';

export interface CopilotRun {
  readonly script: readonly CopilotScriptStep[];
  readonly prompt?: string;
  readonly config: Partial<SessionConfig>;
}

export interface CopilotResult {
  readonly told: Readonly<Record<string, string>>;
  /** All that the model was sent. */
  readonly sent: string;
}

/** One turn of a session of Copilot with this configuration. */
export const runCopilot = async ({ script, prompt = 'Go.', config }: CopilotRun): Promise<CopilotResult> => {
  const model = await scriptedModel(script);
  const home = copilotHome(model.url);
  try {
    const session = await home.client.createSession({ ...home.config, ...config });
    await session.sendAndWait({ prompt }, 60_000);
    await session.disconnect();
    return { told: model.told(), sent: JSON.stringify(model.asked) };
  } finally {
    await home.close();
    await model.close();
  }
};
