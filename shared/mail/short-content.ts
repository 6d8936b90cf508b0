import type { Figure, MailContent } from './content.ts';
import { mailLink } from './mail-link.ts';

const figuresMax = 4;

/** A mail in three lines and a button, for a channel: its lead with the first figures, and the page with the rest. */
export function shortContent(
  content: MailContent,
  {
    heading,
    path,
    consoleUrl,
  }: {
    readonly heading: string;
    /** Its path in the console. */
    readonly path: string;
    /** Absent: not known. */
    readonly consoleUrl: string | undefined;
  },
): MailContent {
  const link = consoleUrl && {
    ...mailLink({ purpose: 'console', subject: path, door: consoleUrl }),
    label: 'Open in Curfew',
  };
  return {
    ...content,
    lead: [content.lead, ...figuresOf(content).map(({ label, value }) => `${label}: ${value}`)].join(' · '),
    sections: link ? [{ kind: 'links', heading, links: [link] }] : [],
  };
}

function figuresOf({ sections }: MailContent): readonly Figure[] {
  return sections.flatMap((section) => (section.kind === 'figures' ? section.figures : [])).slice(0, figuresMax);
}
