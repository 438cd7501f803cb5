import type { JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import { notificationMessages as text } from '@callgate/messages/notification';
import type { Notification } from './notification.ts';

/** For an incoming webhook of Slack. Plain text throughout: no mention and no markup of a name works. */
export const slackBody = ({ title, lines, link }: Notification): JsonObject => ({
  text: title,
  blocks: [
    { type: 'header', text: { type: 'plain_text', text: display(title, { max: 140 }), emoji: false } },
    { type: 'section', text: { type: 'plain_text', text: lines.join('\n').slice(0, 3000), emoji: false } },
    ...(link === undefined
      ? []
      : [
          {
            type: 'actions',
            elements: [{ type: 'button', url: link, text: { type: 'plain_text', text: text.open } }],
          },
        ]),
  ],
});

/** Takes the marks of Markdown out of a text, which a card would show as markup. */
const escapeCard = (line: string): string => line.replaceAll(/[\\`*_{}[\]()#+!<>|~-]/g, String.raw`\$&`);

/** An adaptive card, for a workflow of Teams that takes webhooks. */
export const teamsBody = ({ title, lines, link }: Notification): JsonObject => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { type: 'TextBlock', size: 'Large', weight: 'Bolder', wrap: true, text: escapeCard(title) },
          ...lines.map((line) => ({ type: 'TextBlock', wrap: true, text: escapeCard(line) })),
        ],
        ...(link === undefined ? {} : { actions: [{ type: 'Action.OpenUrl', title: text.open, url: link }] }),
      },
    },
  ],
});

/** For a service of the operator. */
export const webhookBody = ({ call, title, lines, link }: Notification): JsonObject => ({
  v: 1,
  event: 'waiting',
  call: call === '' ? null : call,
  title,
  lines,
  ...(link === undefined ? {} : { link }),
});

/** An event of PagerDuty: one incident a call, which ends with it. */
export const pagerDutyBody = (
  { call, title, lines, link }: Notification,
  key: string,
  action: 'trigger' | 'resolve',
): JsonObject => ({
  routing_key: key,
  event_action: action,
  dedup_key: `callgate ${call}`,
  ...(action === 'resolve'
    ? {}
    : {
        payload: {
          summary: title.slice(0, 1024),
          source: 'callgate',
          severity: 'warning',
          custom_details: { lines },
        },
        ...(link === undefined ? {} : { links: [{ href: link, text: text.open }] }),
      }),
});
