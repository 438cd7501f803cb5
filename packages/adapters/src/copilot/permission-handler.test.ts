import type { Gate } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import { callsOf, statesOf, who } from '../../test/conversation.ts';
import { openDefinedGate } from '../../test/definitions.ts';
import { vote } from '../../test/suite/waiting.ts';
import type { CopilotHost, PermissionAnswer, PermissionRequestLike } from './index.ts';
import {
  builtInTools,
  catalogueFrom,
  endTurn,
  gatedTools,
  joinCatalogues,
  onPostToolUse,
  onSessionEnd,
  onUserPromptSubmitted,
  permissionHandler,
  findPendingApproval,
} from './index.ts';

const host: CopilotHost = { ...who, server: 'app', waitMs: 20 };
const here = { sessionId: 'session-1' };

const READS = {
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

/** The handler knows the tools of this process by their being wrapped. */
const opened = async (): Promise<Gate> => {
  const gate = await openDefinedGate();
  gatedTools(
    gate,
    ['save_note', 'send_mail', 'read_notes'].map((name) => ({ name, handler: () => 'done' })),
    host,
  );
  return gate;
};

const asks = async (gate: Gate, request: PermissionRequestLike): Promise<PermissionAnswer> =>
  await permissionHandler(gate, host)(request, here);

const SAVE = { kind: 'hook', toolCallId: 'save-1', toolName: 'save_note', toolArgs: { text: 'milk' } };
const MAIL = {
  kind: 'hook',
  toolCallId: 'mail-1',
  toolName: 'send_mail',
  toolArgs: { to: 'bob@example.com', text: 'hi' },
};

describe('leave for a call', () => {
  it('is given once for what may run by itself', async () => {
    const gate = await opened();
    expect(await asks(gate, SAVE)).toEqual({ kind: 'approve-once' });
    expect(await statesOf(gate)).toEqual(['save_note dispatching']);
    await endTurn(gate, who);
    expect(await statesOf(gate)).toEqual(['save_note failed']);
  });

  it('counts for all that the same call needs leave for', async () => {
    const gate = await opened();
    await asks(gate, SAVE);
    expect(await asks(gate, { kind: 'write', toolCallId: 'save-1' })).toEqual({ kind: 'approve-once' });
    expect(await statesOf(gate)).toEqual(['save_note dispatching']);
    await endTurn(gate, who);
  });

  it('does not count for the same id with other arguments or another tool', async () => {
    const gate = await opened();
    await asks(gate, SAVE);
    for (const other of [{ toolArgs: { text: 'poison' } }, { toolName: 'send_mail' }])
      expect(await asks(gate, { ...SAVE, ...other })).toMatchObject({
        kind: 'denied-by-permission-request-hook',
      });
    await endTurn(gate, who);
  });

  it('is not given for a call that has no id, because nobody could settle it', async () => {
    const gate = await opened();
    const { toolCallId: _, ...nameless } = SAVE;
    expect(await asks(gate, nameless)).toMatchObject({ kind: 'denied-by-permission-request-hook' });
    expect(await statesOf(gate)).toEqual([]);
  });

  it('is given with the word of a person, and says so', async () => {
    const gate = await opened();
    await asks(gate, MAIL);
    await vote(gate, true);
    expect(await asks(gate, MAIL)).toEqual({ kind: 'approve-once', approvedInteractively: true });
    await endTurn(gate, who);
  });

  it('is refused with the word of a person', async () => {
    const gate = await opened();
    gate.onEvent(({ type }) => {
      if (type === 'held') void vote(gate, false, 'not to Bob');
    });
    const { waitMs: _, ...patient } = host;
    expect(await permissionHandler(gate, patient)(MAIL, here)).toMatchObject({
      kind: 'reject',
      feedback: expect.stringContaining('not to Bob') as string,
    });
    expect(await statesOf(gate)).toEqual(['send_mail refused']);
  });

  it('is not given when the gate is closed', async () => {
    const gate = await opened();
    await gate.close();
    expect(await asks(gate, SAVE)).toMatchObject({ kind: 'denied-by-permission-request-hook' });
  });

  it.each(['shell', 'read', 'write', 'url', 'memory', 'something-new'])(
    'is not given for a request of kind %s that belongs to no call',
    async (kind) => {
      const gate = await opened();
      expect(await asks(gate, { kind, toolCallId: 'call-1' })).toMatchObject({ kind: 'reject' });
      expect(await asks(gate, { kind })).toMatchObject({ kind: 'reject' });
    },
  );
});

describe('a policy of the organisation that wants a person asked', () => {
  it('has a call held that may run by itself', async () => {
    const gate = await opened();
    const answer = await asks(gate, { ...SAVE, managedApprovalRequired: true });
    expect(answer.kind).not.toBe('approve-once');
    expect(await statesOf(gate)).toEqual(['save_note held']);
  });

  it('has it held although leave was given for the call already', async () => {
    const gate = await opened();
    await asks(gate, SAVE);
    const managed = { kind: 'write', toolCallId: 'save-1', managedApprovalRequired: true };
    expect(await asks(gate, managed)).toMatchObject({ kind: 'reject' });
    expect(await statesOf(gate)).toEqual(['save_note failed', 'save_note held']);
  });

  it('has it found and taken up under its id', async () => {
    const gate = await opened();
    await asks(gate, SAVE);
    await asks(gate, { kind: 'write', toolCallId: 'save-1', managedApprovalRequired: true });
    expect(await findPendingApproval(gate, who, 'save-1')).toBeDefined();
    expect(await asks(gate, SAVE)).toMatchObject({ kind: 'denied-by-permission-request-hook' });
    await vote(gate, true);
    expect(await asks(gate, SAVE)).toEqual({ kind: 'approve-once', approvedInteractively: true });
    await endTurn(gate, who);
  });

  it('is content with the person who has agreed to the call', async () => {
    const gate = await opened();
    await asks(gate, MAIL);
    await vote(gate, true);
    await asks(gate, MAIL);
    const managed = { kind: 'url', toolCallId: 'mail-1', managedApprovalRequired: true };
    expect(await asks(gate, managed)).toEqual({ kind: 'approve-once' });
    await endTurn(gate, who);
  });
});

describe('a tool of this process with the name of one of the runtime', () => {
  const bash = { name: 'bash', handler: () => 'looked up' };
  const ours = catalogueFrom([{ ...READS, name: 'bash' }], { server: 'app', trust: 'owned' });
  const open = (): Promise<Gate> => openDefinedGate({ catalogue: joinCatalogues(ours, builtInTools()) });
  const RUN = { kind: 'hook', toolCallId: 'run-1', toolName: 'bash', toolArgs: { command: 'touch x' } };
  const elsewhere = { ...host, context: 'conversation-2' };

  it('is judged as itself in its own session', async () => {
    const gate = await open();
    gatedTools(gate, [bash], host);
    expect(await asks(gate, RUN)).toEqual({ kind: 'approve-once' });
    await endTurn(gate, who);
  });

  it('does not stand for that of the runtime in another session', async () => {
    const gate = await open();
    gatedTools(gate, [bash], host);
    expect((await permissionHandler(gate, elsewhere)(RUN, here)).kind).not.toBe('approve-once');
    const [row] = await callsOf(gate);
    expect([row?.server, row?.state]).toEqual(['host-copilot', 'held']);
  });

  it('does not stand for it in a session that goes on without it', async () => {
    const gate = await open();
    gatedTools(gate, [bash], host);
    await endTurn(gate, who);
    expect((await asks(gate, RUN)).kind).not.toBe('approve-once');
  });
});

it('settles calls of the runtime that are alike in the order in which they were let out', async () => {
  const gate = await openDefinedGate();
  const read = { kind: 'custom-tool', toolName: 'read_notes', args: { about: 'food' } };
  await asks(gate, { ...read, toolCallId: 'read-1' });
  await asks(gate, { ...read, toolCallId: 'read-2' });
  // wrapped later, so that its name is known: nothing has run here
  gatedTools(gate, [{ name: 'read_notes', handler: () => 'done' }], host);
  const ran = {
    ...here,
    toolName: 'read_notes',
    toolArgs: { about: 'food' },
    toolResult: { textResultForLlm: 'milk', resultType: 'success' },
  };
  expect(await onPostToolUse(gate, host)(ran)).toBeUndefined();
  expect(await statesOf(gate)).toEqual(['read_notes done', 'read_notes dispatching']);
  await onPostToolUse(gate, host)(ran);
  expect(await statesOf(gate)).toEqual(['read_notes done', 'read_notes done']);
});

it('hears the person, and not what agents write to each other', async () => {
  const gate = await opened();
  const hear = onUserPromptSubmitted(gate, who);
  await hear({ ...here, prompt: 'buy bread' }, here);
  await hear({ sessionId: 'agent-2', prompt: 'send all notes' }, here);
  await hear({ ...here, prompt: '<system_notification>\nAgent "send all notes" has finished' }, here);
  const name = { principal: who.principal.subject, context: who.context, authenticated: true };
  expect((await gate.session(name)).said.map(({ text }) => text)).toEqual(['buy bread']);
});

it('ends the turn with the session, and not with an agent inside it', async () => {
  const gate = await opened();
  await asks(gate, SAVE);
  await onSessionEnd(gate, who)({ sessionId: 'agent-2' }, here);
  expect(await statesOf(gate)).toEqual(['save_note dispatching']);
  await onSessionEnd(gate, who)(here, here);
  expect(await statesOf(gate)).toEqual(['save_note failed']);
});
