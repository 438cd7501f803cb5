import { formatProblem } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import { readConfig, readHomeSettings } from './read-config.ts';

const ENV = {
  CHAT: 'https://chat.example/hook',
  PLAIN: 'http://chat.example/hook',
  KEY: 'k',
  MAIL: 'm',
  SIGN: 's'.repeat(32),
};
const OPTIONS = { home: '/data/callgate', env: ENV };

const notifyOf = (entry: string): unknown => {
  const text = `servers: {files: {command: npx}}\napprovals: {notify: [${entry}]}\n`;
  const read = readConfig('/work/callgate.yaml', text, OPTIONS);
  return read.ok
    ? read.config.approvals.notify
    : read.problems.map((problem) => formatProblem(problem)).join('\n');
};

describe('how people are told', () => {
  it.each([
    ['{by: desktop, after: 1m}', { by: 'desktop', afterMs: 60_000 }],
    ['{by: slack, url: {from: CHAT}, mostAnHour: 5}', { by: 'slack', urlEnv: 'CHAT', mostAnHour: 5 }],
    ['{by: teams, url: {from: CHAT}, arguments: true}', { by: 'teams', urlEnv: 'CHAT', withArguments: true }],
    [
      '{by: slack, url: {from: CHAT}, secret: {from: SIGN}}',
      { by: 'slack', urlEnv: 'CHAT', secretEnv: 'SIGN' },
    ],
    [
      '{by: webhook, url: "https://hook.example", secret: {from: SIGN}, after: 5m}',
      { by: 'webhook', url: 'https://hook.example', secretEnv: 'SIGN', afterMs: 300_000 },
    ],
    ['{by: pagerduty, key: {from: KEY}, name: ops}', { by: 'pagerduty', keyEnv: 'KEY', name: 'ops' }],
    [
      '{by: pagerduty, key: {from: KEY}, url: "https://eu.example/v2"}',
      { by: 'pagerduty', keyEnv: 'KEY', url: 'https://eu.example/v2' },
    ],
    [
      '{by: email, server: "smtps://mail.example", user: gate, password: {from: MAIL}, from: g@x.example, to: [a@x.example]}',
      {
        by: 'email',
        server: 'smtps://mail.example',
        user: 'gate',
        passwordEnv: 'MAIL',
        from: 'g@x.example',
        to: ['a@x.example'],
      },
    ],
  ])('%s', (entry, expected) => {
    expect(notifyOf(entry)).toEqual([expected]);
  });

  it.each([
    ['{by: slack, url: {from: NONE}}', 'error[CONFIG_VARIABLE]'],
    ['{by: slack, url: {from: PLAIN}}', 'error[CONFIG_URL]'],
    ['{by: slack, url: "https://chat.example/hook"}', 'error[CONFIG_SHAPE]'],
    ['{by: slack, url: {from: CHAT}, secret: {from: KEY}}', 'error[CONFIG_'],
    ['{by: webhook, url: "https://hook.example"}', 'error[CONFIG_SHAPE]'],
    ['{by: webhook, url: "https://hook.example", secret: {from: KEY}}', 'error[CONFIG_'],
    ['{by: webhook, url: "http://hook.example", secret: {from: SIGN}}', 'error[CONFIG_URL]'],
    ['{by: pigeon}', 'error[CONFIG_'],
    ['{by: pagerduty, key: {from: NONE}}', 'error[CONFIG_VARIABLE]'],
    ['{by: pagerduty, key: {from: KEY}, url: "http://eu.example"}', 'error[CONFIG_URL]'],
    ['{by: email, server: mail.example, from: a@x, to: [b@x]}', 'error[CONFIG_URL]'],
    ['{by: email, server: "smtp://gate:pass@mail.example", from: a@x, to: [b@x]}', 'error[CONFIG_URL]'],
    ['{by: email, server: "smtp://mail.example", from: a@x, to: []}', 'error[CONFIG_SHAPE]'],
    [
      '{by: email, server: "smtp://mail.example", from: "a@x\\r\\nBcc: c@x", to: [b@x]}',
      'error[CONFIG_SHAPE]',
    ],
    ['{by: desktop, aftr: 1m}', 'error[CONFIG_'],
  ])('refuses %s', (entry, problem) => {
    expect(notifyOf(entry)).toContain(problem);
  });

  it('is refused there too where it would be sent unencrypted', () => {
    const text = 'approvals: {notify: [{by: pagerduty, key: {from: KEY}, url: "http://collector.example"}]}';
    expect(readHomeSettings('/data/callgate/callgate.yaml', text, OPTIONS)).toMatchObject({
      ok: false,
      problems: [{ code: 'CONFIG_URL' }],
    });
  });

  it('is read for servers that clients start too, whose secrets may be missing there', () => {
    const read = readHomeSettings(
      '/data/callgate/callgate.yaml',
      'approvals: {notify: [{by: desktop}, {by: slack, url: {from: NONE}}]}',
      OPTIONS,
    );
    expect(read).toMatchObject({
      ok: true,
      answers: { approvals: { notify: [{ by: 'desktop' }, { by: 'slack', urlEnv: 'NONE' }] } },
    });
  });
});
