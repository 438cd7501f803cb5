import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { emailNotifier } from './email-notifier.ts';

const NEWS = {
  call: 'c',
  title: 'Approval needed: notes/delete_note',
  lines: ['Has read private data'],
  link: 'http://127.0.0.1:7411/calls/c',
};

const servers: SMTPServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string;
  readonly content: string;
}

/** A real mail server that keeps what it gets. */
const startMailServer = async (password: string): Promise<{ url: string; mails: ReceivedMail[] }> => {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username = '', password: given }, _, done) =>
      given === password ? done(null, { user: username }) : done(new Error('no')),
    onData: (stream, session, done) => {
      void text(stream).then((content) => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: String(session.user),
          content,
        });
        done();
      });
    },
  });
  servers.push(server);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return { url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`, mails };
};

describe('a mail', () => {
  const options = {
    user: 'callgate',
    from: 'callgate@example.org',
    to: ['ann@example.org', 'bob@example.org'],
  };
  const { signal } = new AbortController();

  it('reaches everybody it is for, with the link', async () => {
    const { url, mails } = await startMailServer('secret');
    await emailNotifier({ ...options, server: url, password: 'secret' }).tell(NEWS, signal);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ from: options.from, to: options.to, user: 'callgate' });
    expect(mails[0]?.content).toContain('Subject: Approval needed: notes/delete_note');
    expect(mails[0]?.content).toContain('http://127.0.0.1:7411/calls/c');
  });

  it('is an error where the server does not take it', async () => {
    const { url, mails } = await startMailServer('secret');
    const notifier = emailNotifier({ ...options, server: url, password: 'wrong' });
    await expect(notifier.tell(NEWS, signal)).rejects.toThrow('Invalid login');
    expect(mails).toEqual([]);
  });
});
