import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { expectWellDescribed } from '@callgate/catalogue/lint';
import { verifyAudit } from '@callgate/server';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const AUDIT_FILE = join(mkdtempSync(join(tmpdir(), 'my-server-')), 'audit.jsonl');
const SERVER = {
  command: process.execPath,
  args: ['src/main.ts'],
  env: { ...process.env, AUDIT_FILE } as Record<string, string>,
};

/** What the person says when the server asks. */
let answer: 'accept' | 'decline' = 'decline';
let asked = 0;

const client = new Client(
  { name: 'test', version: '0.1.0' },
  { capabilities: { elicitation: { form: {} } } },
);
client.setRequestHandler('elicitation/create', () => {
  asked += 1;
  return answer === 'accept' ? { action: answer, content: { confirm: true } } : { action: answer };
});

before(async () => {
  await client.connect(new StdioClientTransport(SERVER));
});
after(async () => {
  await client.close();
});

const call = async (
  name: string,
  args: Record<string, unknown>,
): Promise<{ text: string; failed: boolean }> => {
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content;
  return { text: first?.type === 'text' ? first.text : '', failed: result.isError === true };
};

test('every tool says of itself what clients and operators need to know', async () => {
  expectWellDescribed(await client.listTools());
});

test('a read is labelled as private', async () => {
  const { _meta: meta } = await client.callTool({ name: 'read_note', arguments: { name: 'welcome' } });
  assert.deepEqual(meta?.['io.modelcontextprotocol/trust-annotations'], {
    sensitive: true,
    untrusted: false,
  });
});

test('a dry run writes nothing', async () => {
  await call('write_note', { name: 'plan', text: 'dig', dry_run: true });
  assert.equal((await call('list_notes', {})).text, 'welcome');
});

test('a note is written', async () => {
  assert.equal((await call('write_note', { name: 'plan', text: 'dig' })).text, 'wrote plan');
  assert.equal((await call('read_note', { name: 'plan' })).text, 'dig');
});

test('nothing is deleted before a person agrees', async () => {
  assert.equal((await call('delete_note', { name: 'plan' })).failed, true);
  assert.equal((await call('read_note', { name: 'plan' })).text, 'dig');
  answer = 'accept';
  assert.equal((await call('delete_note', { name: 'plan' })).text, 'deleted plan');
  assert.equal(asked, 2);
});

test('calls are in the record, and its chain is whole', () => {
  const { events, broken } = verifyAudit(readFileSync(AUDIT_FILE, 'utf8'));
  assert.deepEqual(broken, []);
  assert.ok(events.some(({ tool_name: name, outcome }) => name === 'delete_note' && outcome === 'denied'));
});
