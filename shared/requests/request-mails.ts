import { isForTeam, wantsReport, type ChannelTerms } from '../channels/channel.ts';
import { type AmountNeeded, counted } from '../kernel/texts/amounts.ts';
import { creditsPhrase, creditsText, sayNeeded } from '../kernel/texts/credits.ts';
import { dayAndMonth } from '../kernel/time/day.ts';
import type { ContentLink, Figure, MailContent, MailSection } from '../mail/content.ts';
import { mailLink } from '../mail/mail-link.ts';
import type { Report } from '../notifications/notification.ts';
import { describeNext, describeState, factsOfDecision, factsOfRequest } from './describe-request.ts';
import type { RequestRuleTerms } from './request-rule.ts';
import { newsOf, requestStatus, type CreditRequest } from './request.ts';

export interface RequestWay {
  readonly pools: RequestRuleTerms['pools'];
  readonly label: string;
  readonly nowCredits: number;
  /** It gives nothing, now or later: the approver must confirm. */
  readonly isIdle: boolean;
  readonly lines: readonly string[];
}

export interface RequestImpact {
  readonly ways: readonly RequestWay[];
  readonly lines: readonly string[];
  /** What the person needs to work as usual; absent where that is nothing, or unknown. */
  readonly needed: AmountNeeded | undefined;
  readonly givenCredits: number;
  readonly givenCount: number;
  readonly team?: string;
}

interface LinkAddress {
  readonly door?: string;
}

interface ToDeciders {
  readonly approvers: readonly string[];
  /** Whether a channel may decide on it, so that links to do so are useful. */
  readonly decides?: (channel: ChannelTerms) => boolean;
  readonly at: string;
}

/** Notifies approvers of a request, with its effect, and links to decide. */
export function reportToApprovers(
  request: CreditRequest,
  impact: RequestImpact,
  { door, approvers, decides, at }: LinkAddress & ToDeciders,
): Report {
  const { id, email, credits, until, version, askedAt } = request;
  const news = newsOf(request, at);
  // A reminder is the same mail again, with the time since which the request waits.
  const waits = news === String(version) ? '' : `, since ${dayAndMonth(askedAt.slice(0, 10))}`;
  const content = (reader: 'owner' | 'stand-in'): MailContent => ({
    subject: `Curfew: ${email} asks for ${creditsPhrase(credits)}${waits}`,
    tone: 'warning',
    lead: `${email} asks for ${creditsPhrase(credits, 'more credits')} until ${dayAndMonth(until)}${waits}`,
    sections: [
      { kind: 'facts', facts: [...factsOfRequest(request, 'approver'), ...factsOfImpact(impact)] },
      ...impactNotes(impact),
      ...(reader === 'owner' && door !== undefined ? [decisionLinks(id, door)] : []),
      commandNotes(request, impact, reader),
    ],
    foot: ['Days are UTC. You get this mail because you decide on requests, or stand in for an approver.'],
  });
  const reportId = waits === '' ? id : `${id}/${news}`;
  const toChannel = (channel: ChannelTerms): MailContent | undefined =>
    wantsReport(channel, 'requests') && isForTeam(channel, impact.team)
      ? {
          ...content('stand-in'),
          lead: [{ label: 'Reason', value: request.reason }, ...factsOfImpact(impact)]
            .map(({ label, value }) => `${label}: ${value}`)
            .join(' · '),
          sections: door !== undefined && decides?.(channel) === true ? [decisionLinks(id, door)] : [],
        }
      : undefined;
  return { reportId, topic: 'request', severity: 'medium', owners: approvers, contentFor: content, toChannel };
}

/** Notifies the requester of the result by an ISO instant; undefined while it is open, and after a withdrawal. */
export function reportToAsker(request: CreditRequest, at: string, { door }: LinkAddress): Report | undefined {
  const { id, email, credits } = request;
  const status = requestStatus(request, at);
  if (status === 'asked' || status === 'withdrawn') {
    return undefined;
  }
  const asked = `your request for ${creditsPhrase(credits)}`;
  const subject = {
    approved: `${asked} was approved`,
    less: `${asked} was approved with less`,
    denied: `${asked} was denied`,
    expired: `${asked} was not decided in time`,
  }[status];
  const isGiven = status === 'approved' || status === 'less';
  const content = (reader: 'owner' | 'stand-in'): MailContent => ({
    subject: `Curfew: ${subject}`,
    tone: isGiven ? 'good' : 'report',
    lead:
      status === 'expired'
        ? `Your request for ${creditsPhrase(credits)} has expired: it was not decided in time`
        : describeState(request, at),
    sections: [
      { kind: 'facts', facts: [...factsOfRequest(request, 'asker'), ...factsOfDecision(request)] },
      ...(isGiven ? [whatFollows(request, at)] : []),
      ...(reader === 'owner' && door !== undefined && status !== 'approved' ? [askAgain(id, door)] : []),
    ],
    foot: ['Days are UTC. You get this mail because you asked for credits, or stand in for a person who did.'],
  });
  const reportId = `${id}/${newsOf(request, at)}`;
  return { reportId, topic: 'request', severity: 'high', owners: [email], contentFor: content };
}

export function factsOfImpact({ givenCredits, givenCount, team, needed }: RequestImpact): readonly Figure[] {
  const given =
    givenCount === 0 ? 'nothing by a request' : `${creditsPhrase(givenCredits)} by ${counted(givenCount, 'request')}`;
  return [
    ...(team === undefined ? [] : [{ label: 'Team', value: team }]),
    ...(needed === undefined ? [] : [{ label: 'Usual pace', value: sayNeeded('They need', needed) }]),
    { label: 'Given this month', value: given },
  ];
}

/** One list for each way; each has its heading once. */
function impactNotes({ lines, ways }: RequestImpact): readonly MailSection[] {
  const heading = 'What it would do';
  if (lines.length === 0) {
    return [{ kind: 'notes', heading, notes: ['Unknown until there are complete figures and a limit for them.'] }];
  }
  return ways.length < 2
    ? [{ kind: 'notes', heading, notes: lines }]
    : ways.map((way) => ({ kind: 'notes', heading: `${heading}: ${way.label}`, notes: way.lines }));
}

function decisionLinks(id: string, door: string): MailSection {
  const link = mailLink({ purpose: 'decide', subject: id, door });
  const links: readonly ContentLink[] = [
    { ...link, label: 'Approve', view: 'approve' },
    { ...link, label: 'Give less', view: 'less' },
    { ...link, label: 'Deny', view: 'deny' },
  ];
  return { kind: 'links', heading: 'Decide (each opens a page that asks again)', links };
}

function commandNotes(
  { id, credits }: CreditRequest,
  impact: RequestImpact,
  reader: 'owner' | 'stand-in',
): MailSection {
  const notes = [
    ...(reader === 'owner' ? [] : ['Mail reaches no approver, or none is named (roles.approvers in the settings).']),
    ...approveNotes(id, credits, impact),
    `npx curfew requests deny ${id} --reason "…"`,
  ];
  return { kind: 'notes', heading: 'Or on the command line', notes };
}

/** Each way that gives more now than the ones before it, or the plain one. */
function approveNotes(id: string, credits: number, { ways }: RequestImpact): readonly string[] {
  const command = `npx curfew requests approve ${id}`;
  const [plain] = ways;
  if (plain === undefined || plain.nowCredits >= credits) {
    return [command, `${command} --credits 10k`];
  }
  const better = ways.filter(({ nowCredits }) => nowCredits > plain.nowCredits);
  return [
    ...better.map(({ pools, nowCredits }) => `Gives ${creditsText(nowCredits)} now: ${command} --pools ${pools}`),
    `Gives ${plain.nowCredits === 0 ? 'nothing' : creditsText(plain.nowCredits)} now: ${command}`,
  ];
}

function whatFollows(request: CreditRequest, at: string): MailSection {
  return { kind: 'notes', heading: 'What follows', notes: describeNext(request, at) };
}

function askAgain(id: string, door: string): MailSection {
  const link = { ...mailLink({ purpose: 'ask', subject: `request/${id}`, door }), label: 'Ask again' };
  return { kind: 'links', heading: 'If you need more', links: [link] };
}
