import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL, canonical } from '@callgate/core';
import type { Obligations } from '@callgate/core/decide';
import { receiveCall } from '@callgate/core/receive';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDispatchable } from '../../src/dispatch/dispatchable.ts';
import type { Dispatchable } from '../../src/dispatch/dispatchable.ts';
import type { DispatchContext } from '../../src/dispatch/dispatcher.ts';
import { NotSentError } from '../../src/dispatch/dispatcher.ts';
import { oracleDispatcher, oracleFrame } from './oracle-dispatcher.ts';
import { parseOracleLog, readOracleLog } from './oracle-log.ts';
import type { OracleProcess } from './oracle-process.ts';
import { spawnOracle } from './oracle-process.ts';
import type { Oracle } from './oracle-upstream.ts';
import { ORACLE_SCRIPT, startOracle } from './oracle-upstream.ts';

const NOTHING: Obligations = {
  approvers: [],
  terms: 'plain',
  audit: 'standard',
  redact: [],
  noCaching: false,
  timeoutMs: null,
  retries: 0,
  concurrency: [],
  hours: null,
  progress: false,
  aiTag: false,
  undo: false,
  preview: false,
  notify: [],
  model: { atLeast: null, atMost: null },
};

const dispatchable = (id: string, name: string, args: JsonObject = { b: 'ü', a: 1 }): Dispatchable =>
  makeDispatchable({
    call: receiveCall(
      { kind: 'tool', name, server: 'files', principal: LOCAL_PRINCIPAL, context: 'c', arguments: args },
      () => id,
    ),
    attempt: 1,
    decision: { obligations: NOTHING, beliefs: {} } as Dispatchable['decision'],
    timeoutMs: 1000,
    definition: '',
    quarantined: false,
    contract: { readOnly: false, closedWorld: false },
    changes: null,
    isPreview: false,
    hasPreviewProblem: false,
    beforeLeaving: () => {},
  });

const context = (signal: AbortSignal = new AbortController().signal): DispatchContext => ({
  signal,
  progress: () => {},
  watch: () => {},
});

let folder = '';
let socketPath = '';
let logPath = '';

const inFolder = (): void => {
  folder = mkdtempSync(join(tmpdir(), 'oracle-'));
  socketPath = join(folder, 's');
  logPath = join(folder, 'log');
};

describe('the dispatcher to an oracle', () => {
  let oracle: Oracle;

  beforeEach(async () => {
    inFolder();
    oracle = await startOracle({
      socketPath,
      logPath,
      script: {
        failing: 'error',
        babbling: 'garbage',
        leaving: 'half-close',
        deaf: 'silent',
        eager: 'twice',
        confused: 'wrong-call',
        slow: { slow: 5 },
      },
    });
  });
  afterEach(async () => {
    await oracle.close();
    rmSync(folder, { recursive: true });
  });

  it('sends what was judged, byte for byte, and gives back the answer', async () => {
    const call = dispatchable('c1', 'read');
    const answer = await oracleDispatcher(socketPath)(call, context());
    expect(canonical(answer)).toBe(canonical({ type: 'result', result: { echo: { a: 1, b: 'ü' } } }));
    const { frames, torn } = readOracleLog(logPath);
    expect(torn).toEqual([]);
    expect(frames.map(({ text }) => text)).toEqual([
      '{"arguments":{"a":1,"b":"\\u00fc"},"attempt":1,"call":"c1","server":"files","target":"read"}',
    ]);
    expect(frames[0]?.sent?.call).toBe('c1');
  });

  it('gives back an error that the upstream answered, also late', async () => {
    expect(await oracleDispatcher(socketPath)(dispatchable('c1', 'failing'), context())).toMatchObject({
      type: 'error',
      code: 'ORACLE',
    });
    expect(await oracleDispatcher(socketPath)(dispatchable('c2', 'slow'), context())).toMatchObject({
      type: 'result',
    });
  });

  it('takes the first of two answers', async () => {
    const answer = await oracleDispatcher(socketPath)(dispatchable('c1', 'eager', { a: 1 }), context());
    expect(canonical(answer)).toBe('{"result":{"echo":{"a":1}},"type":"result"}');
  });

  it.each([
    ['babbling', 'JSON_SYNTAX'],
    ['leaving', 'ORACLE_CLOSED'],
    ['confused', 'ORACLE_OTHER'],
  ])(
    'does not know what became of a call to one that is %s, which is not the same as not sent',
    async (name, code) => {
      const failure = oracleDispatcher(socketPath)(dispatchable('c1', name), context());
      await expect(failure).rejects.toMatchObject({ code });
      await expect(failure).rejects.not.toBeInstanceOf(NotSentError);
      expect(readOracleLog(logPath).frames).toHaveLength(1);
    },
  );

  it('gives up on an answer when it is told to; what was sent stays sent', async () => {
    const stop = new AbortController();
    const sent = Promise.withResolvers<void>();
    const failure = oracleDispatcher(socketPath, {
      failpoint: (name) => {
        if (name === 'oracle:written') sent.resolve();
      },
    })(dispatchable('c1', 'deaf'), context(stop.signal));
    await sent.promise;
    await expect.poll(() => readOracleLog(logPath).frames.length).toBe(1);
    stop.abort();
    await expect(failure).rejects.not.toBeInstanceOf(NotSentError);
  });

  it('knows that nothing was sent where there is no connection, and the call can still be taken', async () => {
    const call = dispatchable('c1', 'read');
    await expect(oracleDispatcher(join(folder, 'nobody'))(call, context())).rejects.toBeInstanceOf(
      NotSentError,
    );
    await expect(oracleDispatcher(socketPath)(call, context(AbortSignal.abort()))).rejects.toBeInstanceOf(
      NotSentError,
    );
    expect(call.take().arguments).toEqual({ a: 1, b: 'ü' });
    expect(readOracleLog(logPath)).toEqual({ frames: [], torn: [] });
  });

  it('sends nothing twice and nothing forged', async () => {
    const dispatch = oracleDispatcher(socketPath);
    const call = dispatchable('c1', 'read');
    await dispatch(call, context());
    await expect(dispatch(call, context())).rejects.toMatchObject({ code: 'DISPATCHED_TWICE' });
    const forged = Object.create(call, { call: { value: 'c2' } }) as Dispatchable;
    await expect(dispatch(forged, context())).rejects.toMatchObject({ code: 'DISPATCHABLE_FORGED' });
    expect(readOracleLog(logPath).frames).toHaveLength(1);
  });

  it('keeps calls apart that are out at the same time', async () => {
    const dispatch = oracleDispatcher(socketPath);
    const ids = Array.from({ length: 50 }, (_, index) => `c${index}`);
    const answers = await Promise.all(ids.map((id) => dispatch(dispatchable(id, 'read', { id }), context())));
    expect(answers.map((answer) => canonical(answer))).toEqual(
      ids.map((id) => canonical({ type: 'result', result: { echo: { id } } })),
    );
    const sent = readOracleLog(logPath).frames.map((frame) => frame.sent?.call ?? '');
    expect(sent.toSorted()).toEqual(ids.toSorted());
  });

  it('is remembered down to the byte where a line is torn or is no call', async () => {
    const socket = connect(socketPath);
    socket.write('nonsense\n{"arguments":{"a"');
    await expect.poll(() => readOracleLog(logPath).torn).toEqual(['{"arguments":{"a"']);
    socket.destroy();
    expect(readOracleLog(logPath).frames).toMatchObject([{ text: 'nonsense', sent: undefined }]);
  });
});

describe('an oracle in a process of its own', () => {
  let oracle: OracleProcess;

  beforeAll(async () => {
    inFolder();
    oracle = await spawnOracle({ socketPath, logPath, script: { '*': 'error', read: 'echo' } });
  });
  afterAll(async () => {
    await oracle.stop();
    rmSync(folder, { recursive: true });
  });

  it('writes down and answers by its script', async () => {
    const dispatch = oracleDispatcher(socketPath);
    expect(await dispatch(dispatchable('c1', 'read'), context())).toMatchObject({ type: 'result' });
    expect(await dispatch(dispatchable('c2', 'other'), context())).toMatchObject({ type: 'error' });
    expect(readOracleLog(logPath).frames.map(({ n, sent }) => [n, sent?.call])).toEqual([
      [1, 'c1'],
      [2, 'c2'],
    ]);
    expect(statSync(logPath).mode & 0o777).toBe(0o600);
  });

  it('goes on with the same file when another one takes over', async () => {
    const before = readOracleLog(logPath).frames.length;
    await oracle.stop();
    socketPath = join(folder, 'again');
    oracle = await spawnOracle({ socketPath, logPath });
    await oracleDispatcher(socketPath)(dispatchable('c3', 'read'), context());
    expect(readOracleLog(logPath).frames).toHaveLength(before + 1);
  });

  it('says that it cannot start', async () => {
    const failure = spawnOracle({ socketPath: join(folder, 'no', 'such', 'folder'), logPath });
    await expect(failure).rejects.toMatchObject({
      code: 'ORACLE_START',
      message: expect.stringContaining('EACCES'),
    });
  });
});

describe('the log of an oracle', () => {
  const line = (n: number, connection: string, text: string): string =>
    `${JSON.stringify({ n, connection, bytes: Buffer.from(text).toString('base64') })}\n`;

  it('puts frames together that came in pieces, in the order in which they were whole', () => {
    const frame = (call: string): string =>
      oracleFrame({ call, attempt: 1, server: 's', target: 't', arguments: {} });
    const [one, two] = [frame('one'), frame('two')];
    const { frames, torn } = parseOracleLog(
      line(1, 'a', one.slice(0, 20)) + line(2, 'b', `${two}\n{"arg`) + line(3, 'a', `${one.slice(20)}\n`),
    );
    expect(frames.map(({ n, sent }) => [n, sent?.call])).toEqual([
      [2, 'two'],
      [3, 'one'],
    ]);
    expect(torn).toEqual(['{"arg']);
  });

  it('does not take for a call what lacks a part or has one too many', () => {
    const sent = (text: string): unknown => parseOracleLog(line(1, 'a', `${text}\n`)).frames[0]?.sent;
    const good = { arguments: {}, attempt: 1, call: 'c', server: 's', target: 't' };
    expect(sent(canonical(good))).toEqual(good);
    expect(sent(canonical({ ...good, more: 1 }))).toBeUndefined();
    expect(sent(canonical({ ...good, arguments: [] }))).toBeUndefined();
    expect(
      sent('{"arguments":{},"attempt":1,"call":"c","call":"c","server":"s","target":"t"}'),
    ).toBeUndefined();
  });

  it('is refused where lines are missing or break off', () => {
    expect(() => parseOracleLog(line(2, 'a', 'x'))).toThrow('comes after line 0');
    expect(() => parseOracleLog(line(1, 'a', 'x').slice(0, -1))).toThrow('breaks off');
  });

  it('is empty where there is none', () => {
    expect(readOracleLog('/nowhere/at/all')).toEqual({ frames: [], torn: [] });
    expect(() => readOracleLog(tmpdir())).toThrow('EISDIR');
  });
});

describe('a script', () => {
  it('knows only what an oracle can do', () => {
    expect(ORACLE_SCRIPT.safeParse({ '*': 'echo', a: { slow: 3 } }).success).toBe(true);
    expect(ORACLE_SCRIPT.safeParse({ a: 'explode' }).success).toBe(false);
    expect(ORACLE_SCRIPT.safeParse({ a: { slow: -1 } }).success).toBe(false);
  });
});

describe('what leaves', () => {
  it('is on one line of ASCII, whatever is in it', () => {
    const frame = oracleFrame({
      call: 'c',
      attempt: 1,
      server: 's',
      target: 't',
      arguments: { a: 'x\ny\u2028ü' },
    });
    expect(frame).toMatch(/^[ -~]*$/);
  });
});
