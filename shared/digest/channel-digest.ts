import { isForTeam, wantsReport, type ChannelTerms } from '../channels/channel.ts';
import type { Day } from '../kernel/time/day.ts';
import type { MailContent } from '../mail/content.ts';
import { shortContent } from '../mail/short-content.ts';
import type { WrittenPage } from './digest-pages.ts';

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
  const path = `/digest/${dueOn}/${encodeURIComponent(scope)}`;
  return shortContent(content, { heading: 'The whole digest', path, consoleUrl });
}

function isOfChannel(channel: ChannelTerms, scope: string): boolean {
  const [, teams] = /^team:(.*)$/su.exec(scope) ?? [];
  const isWhole = isForTeam(channel, undefined);
  return teams === undefined ? isWhole : !isWhole && teams.split(',').every((team) => isForTeam(channel, team));
}
