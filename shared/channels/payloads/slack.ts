import { cutText, messageLines, type OutgoingMessage } from '../channel-message.ts';

/**
 * Slack's limits: 50 blocks a message, 150 characters in a header, 3,000 in a section, 75 on a button, 3,000 in its
 * address (docs.slack.dev/reference/block-kit/blocks). Lines are kept far shorter.
 */
export const slackLimits = { blocks: 50, header: 150, section: 3_000, button: 75, url: 3_000 } as const;

const detailMax = 600;

/**
 * A message of an incoming webhook. What comes from outside stands in `plain_text`, in which Slack reads no mention, link
 * or markup; the fallback text, which is always `mrkdwn`, has `&`, `<` and `>` escaped as Slack asks
 * (docs.slack.dev/messaging/formatting-message-text#escaping).
 */
export function slackPayload(outgoing: OutgoingMessage) {
  const { title, detail, foot, buttons } = messageLines(outgoing);
  const short = buttons.filter(({ url }) => url.length <= slackLimits.url);
  return {
    text: escapedMarkup(cutText(title, slackLimits.header)),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(title, slackLimits.header) },
      ...(detail === '' ? [] : [{ type: 'section', text: plain(detail, detailMax) }]),
      { type: 'context', elements: [plain(foot, detailMax)] },
      ...(short.length === 0
        ? []
        : [
            {
              type: 'actions',
              elements: short.map(({ text, url }) => ({ type: 'button', text: plain(text, slackLimits.button), url })),
            },
          ]),
    ],
  };
}

function plain(text: string, unitsMax: number) {
  return { type: 'plain_text', text: cutText(text, unitsMax), emoji: false };
}

function escapedMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
