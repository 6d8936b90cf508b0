import { cutText, messageLines, type OutgoingMessage } from '../channel-message.ts';

/** A message of Teams has 28 KB at most (learn.microsoft.com/microsoftteams/limits-specifications-teams). */
export const teamsLimits = { bytes: 28 * 1_024 } as const;

const titleMax = 300;
const detailMax = 600;

/**
 * A card for the workflow "When a Teams webhook request is received". What comes from outside stands in text runs, in
 * which Adaptive Cards read no markdown (adaptivecards.io/explorer/TextRun.html), and a mention needs an entity.
 */
export function teamsPayload(outgoing: OutgoingMessage) {
  const { title, detail, foot, buttons } = messageLines(outgoing);
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            line(cutText(title, titleMax), { size: 'Medium', weight: 'Bolder' }),
            ...(detail === '' ? [] : [line(cutText(detail, detailMax), {})]),
            line(cutText(foot, detailMax), { isSubtle: true, size: 'Small' }),
          ],
          actions: buttons.map(({ text, url }) => ({ type: 'Action.OpenUrl', title: text, url })),
        },
      },
    ],
  };
}

function line(text: string, look: object) {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...look }] };
}
