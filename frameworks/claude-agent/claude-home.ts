import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Options } from '@anthropic-ai/claude-agent-sdk';

/** A home for Claude Code that is gone afterwards. It sees no settings of anybody and calls nobody but the endpoint. */
export interface ClaudeHome {
  readonly options: Pick<Options, 'cwd' | 'env' | 'settingSources' | 'model' | 'systemPrompt'>;
  readonly close: () => void;
}

export const claudeHome = (endpoint: string): ClaudeHome => {
  const home = mkdtempSync(join(tmpdir(), 'callgate-claude-'));
  return {
    options: {
      cwd: home,
      settingSources: [],
      model: 'scripted',
      systemPrompt: 'You are part of a test.',
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        TMPDIR: home,
        CLAUDE_CONFIG_DIR: join(home, '.claude'),
        XDG_CONFIG_HOME: join(home, 'config'),
        XDG_CACHE_HOME: join(home, 'cache'),
        XDG_DATA_HOME: join(home, 'data'),
        ANTHROPIC_BASE_URL: endpoint,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_ERROR_REPORTING: '1',
      },
    },
    close: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
};
