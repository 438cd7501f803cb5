import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../receive/json.ts';
import type { ArgumentRole } from '../vocabulary/argument-role.ts';
import { resolveArgumentRoles } from './argument-roles.ts';
import { readToolNature } from './tool-nature.ts';

const PLAIN = { outward: false, mutates: false, agentic: false };
const natureOf = (name: string, description?: string) =>
  readToolNature(description === undefined ? { name } : { name, description }, name, PLAIN);

describe('a tool that runs what it is given', () => {
  it.each([
    ['execute', undefined],
    ['run', undefined],
    ['exec', undefined],
    ['bash', undefined],
    ['run_command', undefined],
    ['executeSql', undefined],
    ['run_in_sandbox', undefined],
    ['python_repl', undefined],
    ['evaluate_expression', undefined],
    ['do_it', 'Executes a shell command on the build host.'],
    ['tool', 'Run arbitrary Python code and return what it prints'],
    ['db', 'Runs an SQL statement against the database'],
    ['start_process', undefined],
    ['run_pipeline', undefined],
    ['execute_workflow', undefined],
    ['run_applescript', undefined],
    ['invoke_lambda', undefined],
    ['run_job', undefined],
    ['tool', 'For executing shell commands on the build machine'],
    ['tool', 'Command execution on the build machine'],
    ['tool', 'The text is executed in a shell.'],
    ['tool', 'Runs Python'],
    ['tool', 'Starts a job by running a command'],
    ['tool', `${'Long. '.repeat(400)}Runs a shell command.`],
    ['tool', 'Führt einen Befehl auf dem Server aus'],
    ['tool', 'Exécute une commande'],
  ])('is %s (%s)', (name, description) => {
    expect(natureOf(name, description).executes).toBe(true);
  });

  it.each([
    ['run_report', undefined],
    ['run_tests', undefined],
    ['execute_trade', undefined],
    ['search_code', undefined],
    ['send_mail', 'Sends a mail. Do not use it to send code.'],
    ['review', 'Runs code review over a pull request'],
    ['start_timer', undefined],
    ['trigger_alarm', undefined],
    ['trunk', 'Shows the branch that scripts are kept on'],
    ['find_mail', 'Runs a search query over the mailbox'],
  ])('is not %s (%s)', (name, description) => {
    expect(natureOf(name, description).executes).toBe(false);
  });
});

const CHANGES = { ...PLAIN, mutates: true };

const natureGiven = (name: string, names: readonly string[], description = '', hints = CHANGES) =>
  readToolNature(
    {
      description,
      inputSchema: { properties: Object.fromEntries(names.map((each) => [each, { type: 'string' }])) },
    },
    name,
    hints,
  );

describe('a program that is given text', () => {
  it.each(['ssh', 'psql', 'kubectl_apply', 'docker', 'python', 'sql', 'osascript', 'remoteSsh', 'sqlite3'])(
    'runs it: %s',
    (name) => {
      expect(natureGiven(name, ['text']).executes).toBe(true);
      expect(natureGiven(name, ['text'], '', PLAIN).executes).toBe(false);
    },
  );

  it.each(['git_commit', 'create_node', 'make_note', 'go_to_page', 'add_sql_note'])('is not %s', (name) => {
    expect(natureGiven(name, ['message']).executes).toBe(false);
  });
});

describe('text that is typed where commands are typed', () => {
  it.each([
    ['send_keys', ['text']],
    ['type_text', ['pane', 'text']],
    ['write_stdin', ['text']],
    ['write_to_process', ['pid', 'text']],
    ['send_text', ['session', 'text']],
    ['paste', ['session_id', 'content']],
    ['write_console', ['content']],
  ])('is run: %s', (name, names) => {
    expect(natureGiven(name, names).executes).toBe(true);
    expect(natureGiven(name, names, '', PLAIN).executes).toBe(false);
  });

  it.each([
    'Types text into a tmux session',
    'Type into the active pane',
    'Pastes the text into the session',
    'Writes text to the standard input of a process',
    'Simulates keystrokes',
  ])('is run by a tool that says so: %s', (description) => {
    expect(natureGiven('x', ['text'], description).executes).toBe(true);
  });

  it.each([
    ['send_message', ['to', 'text'], 'Sends a message'],
    ['send_text', ['session', 'chat_id', 'text'], 'Sends a text to a chat'],
    ['send_keys', ['selector', 'text'], 'Types text into an element of a page'],
    ['type', ['element', 'text'], 'Types text into a form'],
    ['write_file', ['path', 'content'], 'Writes a file'],
    ['write_note', ['text'], 'Writes a note about the process'],
  ])('is not %s', (name, names, description) => {
    expect(natureGiven(name, names, description).executes).toBe(false);
  });
});

describe('roles in a tool that changes things', () => {
  const roleIn = (
    name: string,
    argument: string,
    hints = CHANGES,
    description = '',
  ): ArgumentRole | undefined => {
    const inputSchema = { properties: { [argument]: { type: 'string' } } };
    const nature = readToolNature({ description, inputSchema }, name, hints);
    return resolveArgumentRoles({ trust: 'trusted', inputSchema, nature })[0]?.role;
  };

  it('the text of what runs later is code, and what is said about it is not', () => {
    for (const name of ['create_job', 'job_create', 'add_crontab', 'update_workflow', 'create_cron_job'])
      expect([name, roleIn(name, 'body'), roleIn(name, 'description')]).toEqual([name, 'code', 'payload']);
    expect(roleIn('create_entry', 'content', CHANGES, 'Adds a cron job')).toBe('code');
    expect(roleIn('add_note_to_job', 'text')).toBe('payload');
    expect(roleIn('schedule_message', 'text')).toBe('payload');
    expect(roleIn('search_jobs', 'text', PLAIN)).toBe('payload');
  });

  it('a query is code, or says what is changed where the name says how', () => {
    for (const name of ['query', 'db', 'search_items', 'execute_update', 'run_query'])
      expect([name, roleIn(name, 'query')]).toEqual([name, 'code']);
    for (const name of ['delete_by_query', 'archive_messages', 'update_rows'])
      expect([name, roleIn(name, 'query')]).toEqual([name, 'critical']);
    expect(roleIn('query', 'query', PLAIN)).toBe('payload');
  });
});

describe('a tool that is an agent', () => {
  it.each([
    ['ask_agent', undefined],
    ['run_subagent', undefined],
    ['assistant', undefined],
    ['delegate', 'Delegates the work to another agent'],
    ['do', 'An autonomous agent carries out the goal'],
    ['do', 'Sends the text to an AI assistant that carries it out'],
    ['do', 'Sends the text to the agent'],
    ['ask_claude', undefined],
    ['ask_bot', undefined],
  ])('is %s (%s)', (name, description) => {
    expect(natureOf(name, description).instructs).toBe(true);
  });

  it('is one whose agency hint says so', () => {
    expect(readToolNature({}, 'x', { ...PLAIN, agentic: true }).instructs).toBe(true);
  });

  it.each([
    ['list_agents', undefined],
    ['get_agent', undefined],
    ['send_mail', 'Sends a mail on behalf of the user'],
  ])('is not %s (%s)', (name, description) => {
    expect(natureOf(name, description).instructs).toBe(false);
  });
});

describe('the roles of texts', () => {
  const text = { type: 'string' };
  const rolesOf = (
    name: string,
    properties: JsonObject,
    more: { outward?: boolean; mutates?: boolean; agentic?: boolean; trust?: 'trusted' | 'untrusted' } = {},
  ): Record<string, ArgumentRole> =>
    Object.fromEntries(
      resolveArgumentRoles({
        trust: more.trust ?? 'trusted',
        inputSchema: { type: 'object', properties },
        nature: readToolNature({}, name, { ...PLAIN, ...more }),
      }).map(({ path, role }) => [path, role]),
    );

  it('are code where the tool runs them', () => {
    expect(rolesOf('execute', { text })).toEqual({ text: 'code' });
    expect(rolesOf('run', { content: text, limit: { type: 'integer' } })).toEqual({
      content: 'code',
      limit: 'payload',
    });
    expect(rolesOf('exec', { message: text })).toEqual({ message: 'code' });
    expect(rolesOf('exec', { message: text }, { trust: 'untrusted' })).toEqual({ message: 'code' });
  });

  it('are code where the tool is an agent', () => {
    expect(rolesOf('ask_agent', { prompt: text })).toEqual({ prompt: 'code' });
    expect(rolesOf('helper', { goal: text }, { agentic: true })).toEqual({ goal: 'code' });
  });

  it.each([
    ['compose', 'prompt'],
    ['create_session', 'system_prompt'],
    ['create_task', 'instructions'],
    ['plan', 'goal'],
  ])('are code where they instruct and %s changes something', (name, argument) => {
    expect(rolesOf(name, { [argument]: text, note: text }, { mutates: true })).toEqual({
      [argument]: 'code',
      note: 'payload',
    });
    expect(rolesOf(name, { [argument]: text })).toEqual({ [argument]: 'payload' });
  });

  it('stay free text where they only speak about what runs', () => {
    expect(rolesOf('run_command', { command: text, description: text })).toEqual({
      command: 'code',
      description: 'payload',
    });
    expect(rolesOf('ask_agent', { prompt: text, title: text })).toEqual({ prompt: 'code', title: 'payload' });
    expect(rolesOf('execute', { description: text })).toEqual({ description: 'code' });
  });

  it('stay free text in any other tool', () => {
    expect(rolesOf('create_note', { text, content: text, message: text })).toEqual({
      text: 'payload',
      content: 'payload',
      message: 'payload',
    });
  });

  it('name files as attachments of what goes out, and nowhere else', () => {
    const properties = {
      attachments: { type: 'array', items: text },
      body: text,
      parts: {
        type: 'object',
        properties: { attachment: { type: 'object', properties: { content: text } } },
      },
    };
    expect(rolesOf('send_mail', properties, { outward: true })).toEqual({
      'attachments[]': 'object',
      body: 'payload',
      'parts.attachment.content': 'payload',
    });
    expect(rolesOf('save_draft', properties)['attachments[]']).toBe('payload');
  });
});
