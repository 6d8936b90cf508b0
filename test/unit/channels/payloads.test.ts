import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type ChannelAlert, messageLimits, type OutgoingMessage } from '../../../shared/channels/channel-message.ts';
import { webhookSchema } from '../../../shared/channels/contract/webhook-schema.ts';
import { busEvent, busLimits } from '../../../shared/channels/payloads/bus-event.ts';
import { pagerdutyLimits, pagerdutyPayload } from '../../../shared/channels/payloads/pagerduty.ts';
import { slackLimits, slackPayload } from '../../../shared/channels/payloads/slack.ts';
import { teamsLimits, teamsPayload } from '../../../shared/channels/payloads/teams.ts';
import { webhookLimits, webhookPayload } from '../../../shared/channels/payloads/webhook.ts';

const at = '2026-03-15T02:31:00.000Z';

function anAlert(alert: Partial<ChannelAlert> = {}): ChannelAlert {
  return {
    id: '2aed2c36e848',
    kind: 'budget-use',
    group: 'budgets',
    state: 'raised',
    severity: 'high',
    headline: 'Team web is stopped until 1 Apr',
    details: ['100 % of the monthly budget of team web crossed.'],
    at,
    ...alert,
  };
}

function aMessage(alerts: readonly ChannelAlert[], about: Partial<OutgoingMessage> = {}): OutgoingMessage {
  const message = { at, alerts, alertsInAll: alerts.length, page: 'https://console.acme.example' };
  return { messageId: 'msg_1', subject: 'Team web is stopped', message, ...about };
}

test('a message is three lines and a button: what it is, why, how much more, and the page with the rest', () => {
  const { blocks } = slackPayload(aMessage([anAlert(), anAlert({ id: 'b', severity: 'medium' })]));

  expect(blocks).toEqual([
    { type: 'header', text: { type: 'plain_text', text: 'High: Team web is stopped until 1 Apr', emoji: false } },
    {
      type: 'section',
      text: { type: 'plain_text', text: '100 % of the monthly budget of team web crossed.', emoji: false },
    },
    { type: 'context', elements: [{ type: 'plain_text', text: 'Curfew · and 1 more alert (medium)', emoji: false }] },
    {
      type: 'actions',
      elements: [
        {
          type: 'button',
          text: { type: 'plain_text', text: 'Open in Curfew', emoji: false },
          url: 'https://console.acme.example/alerts',
        },
      ],
    },
  ]);
});

test('what comes from outside is no mention, link or markup in Slack', () => {
  const hostile = '<!channel> <https://evil.example|click> & *bold*';

  const { text, blocks } = slackPayload(aMessage([anAlert({ headline: hostile, details: [hostile] })]));

  expect(text).toBe('High: &lt;!channel&gt; &lt;https://evil.example|click&gt; &amp; *bold*');
  expect(JSON.stringify(blocks)).not.toContain('mrkdwn');
});

test('what comes from outside stands in runs of text in Teams, which hold no markdown', () => {
  const card = teamsPayload(aMessage([anAlert({ headline: '[click](https://evil.example) <at>all</at>' })]));
  const { body } = card.attachments[0]?.content ?? {};

  expect(body?.map(({ type }) => type)).toEqual(['RichTextBlock', 'RichTextBlock', 'RichTextBlock']);
  expect(JSON.stringify(card)).not.toContain('"entities"');
});

test('an alert opens an incident under its id, its acknowledgement acknowledges that one, and its end closes it', () => {
  const opened = pagerdutyPayload(aMessage([anAlert()]), 'K');
  const quiet = pagerdutyPayload(aMessage([anAlert({ state: 'acknowledged' })]), 'K');
  const closed = pagerdutyPayload(aMessage([anAlert(), anAlert({ state: 'resolved', severity: 'info' })]), 'K');

  expect(opened).toMatchObject({
    routing_key: 'K',
    event_action: 'trigger',
    dedup_key: 'curfew-2aed2c36e848',
    payload: { summary: 'Team web is stopped until 1 Apr', severity: 'error', source: 'Curfew' },
  });
  expect(quiet).toEqual({ routing_key: 'K', event_action: 'acknowledge', dedup_key: 'curfew-2aed2c36e848' });
  expect(closed).toEqual({ routing_key: 'K', event_action: 'resolve', dedup_key: 'curfew-2aed2c36e848' });
});

test('the schema of a webhook is the published one, and what is sent is valid by it', () => {
  const published: unknown = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../docs/channel-event.schema.json'), 'utf8'),
  );
  const isValid = new Ajv2020().compile(webhookSchema());

  expect(published).toEqual(JSON.parse(JSON.stringify(webhookSchema())));
  expect(
    [aMessage([anAlert()]), aMessage([], { text: 'A test', note: 'Sent again' })]
      .map(webhookPayload)
      .every((body) => isValid(body)),
  ).toBe(true);
  expect(isValid({ ...webhookPayload(aMessage([anAlert()])), type: 'another' })).toBe(false);
});

describe('of any message', () => {
  // Built by repeating, since to draw each letter takes long. As composed: a printable text has 300 characters at most.
  const text = fc
    .tuple(fc.constantFrom('a', '<', '&', '"', '\\', '漢', '😀', '\u{E000}'), fc.nat({ max: 300 }))
    .map(([letter, count]) => letter.repeat(count));
  const alert = fc.record({
    state: fc.constantFrom('raised' as const, 'changed' as const, 'resolved' as const),
    severity: fc.constantFrom('critical' as const, 'low' as const),
    headline: text,
    details: fc.array(text, { maxLength: messageLimits.detailsMax }),
  });
  const messages = fc
    .tuple(fc.array(alert, { maxLength: messageLimits.alertsMax, size: 'max' }), text, text)
    .map(([alerts, subject, note]) =>
      aMessage(
        alerts.map((each) => anAlert(each)),
        { subject, text: subject, note },
      ),
    );
  const bytes = (payload: unknown) => Buffer.byteLength(JSON.stringify(payload));

  test('Slack gets no more than it takes: blocks, and characters of each', () => {
    fc.assert(
      fc.property(messages, (message) => {
        const { blocks } = slackPayload(message);
        expect(blocks.length).toBeLessThanOrEqual(slackLimits.blocks);
        for (const block of blocks) {
          const max = block.type === 'header' ? slackLimits.header : slackLimits.section;
          expect('text' in block ? (block.text?.text.length ?? 0) : 0).toBeLessThanOrEqual(max);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('Teams, PagerDuty, webhooks and event buses get no more bytes than they take', () => {
    fc.assert(
      fc.property(messages, (message) => {
        const event = pagerdutyPayload(message, 'K'.repeat(32));
        expect(bytes(teamsPayload(message))).toBeLessThanOrEqual(teamsLimits.bytes);
        expect(bytes(event)).toBeLessThanOrEqual(pagerdutyLimits.bytes);
        expect('payload' in event ? event.payload.summary.length : 0).toBeLessThanOrEqual(pagerdutyLimits.summary);
        expect(event.dedup_key.length).toBeLessThanOrEqual(pagerdutyLimits.dedupKey);
        expect(bytes(webhookPayload(message))).toBeLessThanOrEqual(webhookLimits.bytes);
        expect(bytes(busEvent(message, 'arn'))).toBeLessThanOrEqual(busLimits.bytes);
      }),
      { numRuns: 60 },
    );
  });
});
