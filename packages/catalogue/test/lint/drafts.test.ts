import type { Finding } from '@callgate/catalogue/lint';
import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import {
  GOOD,
  WRITE,
  findingsOf,
  withHints,
  lintDefinitions,
  withArguments,
  makeTool,
} from './lint-fixtures.ts';

describe('model preferences', () => {
  const wants = (name: string, intelligencePriority: number, more: JsonObject = {}): JsonObject =>
    makeTool(name, 'Work on notes', { _meta: { modelPreferences: { intelligencePriority } }, ...more });

  it('are worth nothing where all want the most able', () => {
    expect(findingsOf('model/all-highest', wants('a', 1), wants('b', 1))).toHaveLength(1);
    expect(findingsOf('model/all-highest', wants('a', 1), wants('b', 0.2))).toEqual([]);
    expect(findingsOf('model/all-highest', wants('a', 1))).toEqual([]);
  });

  it('are worth nothing where all want the same', () => {
    expect(
      findingsOf('model/undifferentiated', wants('a', 0.5), wants('b', 0.5), wants('c', 0.5)),
    ).toHaveLength(1);
    expect(findingsOf('model/undifferentiated', wants('a', 0.5), wants('b', 0.5), wants('c', 0.6))).toEqual(
      [],
    );
    const even = { intelligencePriority: 0.5, costPriority: 0.5, speedPriority: 0.5 };
    expect(
      findingsOf('model/undifferentiated', makeTool('a', 'Work', { _meta: { modelPreferences: even } })),
    ).toHaveLength(1);
  });

  it('are about what is returned', () => {
    const small = { outputSchema: { type: 'object', properties: { id: { type: 'string' } } } };
    const query = withArguments({ query: { type: 'string' } });
    expect(findingsOf('model/by-input', wants('a', 0.9, { ...small, ...query }))).toHaveLength(1);
    expect(findingsOf('model/by-input', wants('a', 0.2, { ...small, ...query }))).toEqual([]);
    expect(findingsOf('model/by-input', wants('analyze_market', 0.1))).toHaveLength(1);
    expect(findingsOf('model/by-input', wants('analyze_market', 0.9))).toEqual([]);
  });
});

describe('the lists for authors', () => {
  it.each<[rule: string, so: readonly [string, string][], not: readonly [string, string][]]>([
    [
      'drafts/agency',
      [
        ['research', 'Starts an autonomous agent that plans and acts'],
        ['run_agent', 'Hand over a goal'],
      ],
      [
        ['get_agents', 'List the agents of a team'],
        ['generate_text', 'Generate a text'],
      ],
    ],
    [
      'drafts/ai-processing',
      [
        ['generate_text', 'Generate a text'],
        ['analyze_sentiment', 'Analyze a text'],
        ['create_embedding', 'Create a vector'],
        ['ask', 'Answers with a language model'],
      ],
      [
        ['database_query', 'Query the database'],
        ['file_upload', 'Upload a file'],
        ['send_email', 'Send a mail'],
        ['list_models', 'List the models'],
      ],
    ],
    [
      'drafts/slow-execution',
      [
        ['large_file_processing', 'Process'],
        ['model_training', 'Train'],
        ['video_encoding', 'Encode'],
        ['export', 'Export; may take several minutes'],
      ],
      [
        ['simple_calculation', 'Add two numbers'],
        ['cache_lookup', 'Look up'],
        ['status_check', 'Check the status'],
        ['wait_for', 'Wait for a text'],
      ],
    ],
    [
      'drafts/resource-intensive',
      [
        ['image_processing', 'Process an image'],
        ['data_compression', 'Compress data'],
        ['crypto_mining', 'Mine'],
        ['join_all', 'A memory-intensive join'],
      ],
      [
        ['text_formatting', 'Format a text'],
        ['simple_math', 'Add'],
        ['configuration_read', 'Read the configuration'],
      ],
    ],
    [
      'drafts/sensitive-data',
      [
        ['access_user_passwords', 'Access'],
        ['read_financial_records', 'Read'],
        ['process_medical_data', 'Process'],
        ['get', 'Returns personal data of a customer'],
      ],
      [
        ['get_weather', 'Get the weather'],
        ['public_api_lookup', 'Look up'],
        ['system_time', 'The time'],
      ],
    ],
    [
      'drafts/privileged-access',
      [
        ['install_software', 'Install'],
        ['modify_system_config', 'Modify'],
        ['restart_service', 'Restart a system service'],
        ['x', 'Requires administrator rights'],
      ],
      [
        ['read_user_file', 'Read a file'],
        ['send_http_request', 'Send a request'],
        ['calculate_hash', 'Calculate'],
        ['district_map', 'Shows administrative divisions'],
      ],
    ],
  ])('%s', (rule, so, not) => {
    for (const [name, description] of so)
      expect(
        findingsOf(rule, makeTool(name, description)).map((finding) => finding.fix?.value),
        name,
      ).toEqual([true]);
    for (const [name, description] of not)
      expect(findingsOf(rule, makeTool(name, description)), name).toEqual([]);
  });

  it('say nothing of what is declared, either way', () => {
    for (const aiProcessingHint of [true, false])
      expect(
        findingsOf(
          'drafts/ai-processing',
          makeTool('generate_text', 'Generate', { _meta: { aiProcessingHint } }),
        ),
      ).toEqual([]);
  });

  it('want to know whether what is destroyed can be had back', () => {
    const destroys = { ...WRITE, destructiveHint: true };
    const trash = makeTool(
      'trash_note',
      'Moves a note to the trash; it can be restored',
      withHints(destroys),
    );
    expect(findingsOf('drafts/destructive-without-reversible', trash)[0]?.fix?.value).toBe(true);
    expect(
      findingsOf(
        'drafts/destructive-without-reversible',
        makeTool('delete_note', 'Delete a note permanently', withHints(destroys)),
      )[0]?.fix?.value,
    ).toBe(false);
    expect(findingsOf('drafts/destructive-without-reversible', ...GOOD)).toEqual([]);
  });

  it('want to know whether there is a way back where a sibling or the text shows it', () => {
    const lock = makeTool('lock_note', 'Lock a note', withHints(WRITE));
    const unlock = makeTool('unlock_note', 'Unlock a note', withHints(WRITE));
    expect(findingsOf('drafts/reversible', lock, unlock).map((finding) => finding.fix?.value)).toEqual([
      true,
      true,
    ]);
    expect(findingsOf('drafts/reversible', lock)).toEqual([]);
    const final = makeTool('submit_form', 'Submit a form; this cannot be undone', withHints(WRITE));
    expect(findingsOf('drafts/reversible', final)[0]?.fix?.value).toBe(false);
  });

  it('take recorded durations before words', () => {
    const about = (durations: readonly number[], definition: JsonObject): readonly Finding[] =>
      lintDefinitions([definition], { durations: { x: durations } }).filter(
        ({ rule }) => rule === 'drafts/slow-execution',
      );
    const quiet = makeTool('x', 'Does something');
    expect(about([6000, 7000, 100], quiet)[0]?.fix).toEqual({
      path: ['_meta', 'slowExecutionHint'],
      value: true,
    });
    expect(about([6000, 7000], quiet)).toEqual([]);
    expect(about([100, 7000, 200], quiet)).toEqual([]);
    expect(about([100, 200, 300], makeTool('x', 'This may take several minutes'))).toEqual([]);
    const slow = makeTool('x', 'Does something', { _meta: { slowExecutionHint: true } });
    const quick = Array.from({ length: 10 }, () => 50);
    expect(about(quick, slow)).toHaveLength(1);
    expect(about([...quick.slice(1), 5000], slow)).toEqual([]);
  });
});
