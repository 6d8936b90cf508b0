import { isForTeam, wantsReport, type ChannelTerms } from '../channels/channel.ts';
import type { Day } from '../kernel/time/day.ts';
import type { Figure, MailContent } from '../mail/content.ts';
import { mailLink } from '../mail/mail-link.ts';
import type { WrittenPage } from './digest-pages.ts';

const figuresMax = 4;

/**
 * A page of the digest in three lines and a button, for a channel that chooses it: the organization's for one without
 * teams and budgets, else those of its teams alone. Undefined for others.
 */
export function digestForChannel(
  channel: ChannelTerms,
  { scope, content }: WrittenPage,
  { dueOn, consoleUrl }: { readonly dueOn: Day; readonly consoleUrl: string | undefined },
): MailContent | undefined {
  if (!wantsReport(channel, 'digest') || !isOfChannel(channel, scope)) {
    return undefined;
  }
  const subject = `/digest/${dueOn}/${encodeURIComponent(scope)}`;
  const link = consoleUrl && {
    ...mailLink({ purpose: 'console', subject, door: consoleUrl }),
    label: 'Open in Curfew',
  };
  return {
    ...content,
    lead: [content.lead, ...figuresOf(content).map(({ label, value }) => `${label}: ${value}`)].join(' · '),
    sections: link ? [{ kind: 'links', heading: 'The whole digest', links: [link] }] : [],
  };
}

function isOfChannel(channel: ChannelTerms, scope: string): boolean {
  const [, teams] = /^team:(.*)$/su.exec(scope) ?? [];
  const isWhole = isForTeam(channel, undefined);
  return teams === undefined ? isWhole : !isWhole && teams.split(',').every((team) => isForTeam(channel, team));
}

function figuresOf({ sections }: MailContent): readonly Figure[] {
  return sections.flatMap((section) => (section.kind === 'figures' ? section.figures : [])).slice(0, figuresMax);
}
