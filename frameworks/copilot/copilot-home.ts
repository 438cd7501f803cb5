import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CopilotClient } from '@github/copilot-sdk';
import type { SessionConfig } from '@github/copilot-sdk';

/** The runtime of Copilot with a home that is gone afterwards, without a login, and with a model of our own. */
export interface CopilotHome {
  readonly client: CopilotClient;
  readonly config: Pick<SessionConfig, 'model' | 'provider' | 'workingDirectory'>;
  readonly close: () => Promise<void>;
}

export const copilotHome = (endpoint: string): CopilotHome => {
  const home = mkdtempSync(join(tmpdir(), 'callgate-copilot-'));
  const client = new CopilotClient({
    baseDirectory: home,
    workingDirectory: home,
    useLoggedInUser: false,
    logLevel: 'none',
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      TMPDIR: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_DATA_HOME: join(home, 'data'),
      XDG_STATE_HOME: join(home, 'state'),
    },
  });
  return {
    client,
    config: {
      model: 'scripted',
      provider: { type: 'openai', baseUrl: `${endpoint}/v1`, apiKey: 'none' },
      workingDirectory: home,
    },
    close: async () => {
      await client.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
