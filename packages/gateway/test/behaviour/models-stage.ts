import type { JsonObject } from '@callgate/core';
import { describeEntry } from '@callgate/gate/audit';
import { parseEntry } from '@callgate/gate/record';
import { readModelCatalogue } from '@callgate/routing';
import type { ModelsConfig } from '../../src/config/models-entry.ts';
import type { PipeAnswer, Stage, StageOptions } from './stage.ts';
import { QUIET, READS, metaOf, stage, tool } from './stage.ts';

export const MODELS: ModelsConfig = {
  catalogue: readModelCatalogue([
    {
      name: 'small',
      intelligence: 0.3,
      speed: 1,
      cost: { input: 1, output: 5 },
      context: 9000,
      data: 'local',
    },
    {
      name: 'medium',
      intelligence: 0.6,
      speed: 0.5,
      cost: { input: 3, output: 15 },
      context: 9000,
      data: 'retained',
    },
    {
      name: 'big',
      intelligence: 0.95,
      speed: 0.2,
      cost: { input: 5, output: 25 },
      context: 9000,
      data: 'none',
    },
  ]),
  default: 'medium',
  explicit: null,
  stepBudget: null,
  step: { input: 1_000_000, output: 0 },
  untrustedCap: null,
  forbid: [],
  tools: [],
};

const prefers = (intelligencePriority: number): JsonObject => ({
  modelPreferences: { intelligencePriority },
});

export const MODEL_SCRIPT: JsonObject = {
  tools: [
    tool('list', { ...QUIET, ...prefers(0.1) }),
    tool('find', { ...QUIET }, { _meta: { 'org.farm/model-preferences': { intelligencePriority: 0.5 } } }),
    tool('diagnose', QUIET, { _meta: prefers(0.9) }),
    tool('letters', { ...READS, sensitiveDataHint: true }),
  ],
};

export const withModels = (models: Partial<ModelsConfig> = {}, more: StageOptions = {}): Promise<Stage> =>
  stage({
    says: MODEL_SCRIPT,
    config: (config) => ({ ...config, models: { ...MODELS, ...models } }),
    ...more,
  });

export const modelIn = ({ result }: PipeAnswer): JsonObject | undefined =>
  metaOf(result)['dev.callgate/model'] as JsonObject | undefined;

/** What the record tells of models, one text for each row. */
export const readReroutings = async (on: Stage): Promise<readonly string[]> =>
  (await on.at.gateway.gate.desk.read.rows(1, 1000))
    .filter(({ event }) => event === 'rerouted')
    .map(({ bytes }) => parseEntry(bytes))
    .map((row) => `${row.tool}: ${describeEntry(row)}`);
