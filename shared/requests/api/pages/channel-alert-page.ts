import { recipientTitle } from '../../../channels/channel.ts';
import { notAcknowledged } from '../../../kernel/api/refusals.ts';
import { html } from '../../../kernel/texts/html.ts';
import { minuteText, msPerDay } from '../../../kernel/time/day.ts';
import {
  acknowledgeForChannel,
  findChannelAlert,
  type ChannelAlertPorts,
  type ChannelLink,
  type LinkedChannelAlert,
} from '../../../notifications/use-cases/channel-alert.ts';
import type { LinkClaim } from '../../link-claim.ts';
import { requestLimits } from '../../request.ts';
import { reasonField, reasonIn, type AcknowledgePagePorts } from './acknowledge-page.ts';
import type { Form } from './ask-page.ts';
import { formToken, isFormOf } from './opened-link.ts';
import { factList, page, problemList, refusedLink, seeOther, type PageAnswer } from './page-frame.ts';

export interface ChannelAlertPagePorts extends Pick<AcknowledgePagePorts, 'linked' | 'links' | 'clock'> {
  readonly recipients: ChannelAlertPorts['recipients'];
}

/** The page of a channel's link to acknowledge an alert: which, and what follows. It changes nothing. */
export async function showChannelAlertPage(ports: ChannelAlertPagePorts, claim: LinkClaim): Promise<PageAnswer> {
  const alert = await findChannelAlert(portsOf(ports), linkOf(claim));
  return alert === undefined ? refusedLink() : alertPage(ports, { claim, alert });
}

export async function sendChannelAlertPage(
  ports: ChannelAlertPagePorts,
  { claim, form, again }: { readonly claim: LinkClaim; readonly form: Form; readonly again: string },
): Promise<PageAnswer> {
  const alert = await findChannelAlert(portsOf(ports), linkOf(claim));
  if (alert === undefined) {
    return refusedLink();
  }
  const shown = { claim, alert, form };
  if (!(await isFormOf(ports, form.get('form') ?? '', { person: claim.person, act: actOf(alert) }))) {
    const problem = 'The page was open for too long, or the alert has changed meanwhile. Look again.';
    return alertPage(ports, { ...shown, problem });
  }
  const outcome = await acknowledgeForChannel(portsOf(ports), linkOf(claim), reasonIn(form));
  if (outcome.kind === 'acknowledged' || outcome.kind === 'used') {
    return seeOther(again);
  }
  return alertPage(ports, { ...shown, problem: `Not done: ${notAcknowledged(outcome).message.replace(/^--/u, '')}.` });
}

function portsOf({ linked, recipients, clock }: ChannelAlertPagePorts) {
  return { ...linked, recipients, clock };
}

function linkOf({ person, subject, expiresAt }: LinkClaim): ChannelLink {
  return { person, subject, signedAtMs: expiresAt * 1_000 - requestLimits.linkDaysMax * msPerDay };
}

function actOf({ conditionId, version }: LinkedChannelAlert): string {
  return `acknowledge/${version}/${conditionId}`.slice(0, 600);
}

const stateTexts: Readonly<Record<LinkedChannelAlert['state'], string>> = {
  open: 'Open',
  used: 'Acknowledged: this link has been used, or another person was first',
  over: 'Resolved: there is nothing left to acknowledge',
};

async function alertPage(
  ports: ChannelAlertPagePorts,
  shown: {
    readonly claim: LinkClaim;
    readonly alert: LinkedChannelAlert;
    readonly form?: Form;
    readonly problem?: string;
  },
): Promise<PageAnswer> {
  const { claim, alert, form, problem } = shown;
  const { acknowledged, headline, severity, state } = alert;
  const facts = [
    { label: 'Severity', value: severity },
    { label: 'State', value: stateTexts[state] },
    ...(acknowledged === undefined
      ? []
      : [
          {
            label: 'Acknowledged',
            value: `by ${acknowledged.by}, ${minuteText(acknowledged.at)}: ${acknowledged.reason ?? ''}`,
          },
        ]),
  ];
  return page(problem === undefined ? 200 : 400, state === 'open' ? 'Acknowledge an alert' : 'An alert', [
    ...problemList(problem === undefined ? [] : [problem]),
    html`<p>${headline}</p>`,
    factList(facts),
    ...(state === 'open'
      ? [
          html`<p>
              Acknowledging ends the notifications of this alert, for everyone, until it changes. No budget or limit
              changes. It is recorded as done from the ${recipientTitle(claim.person)}.
            </p>
            <form method="post">
              <input type="hidden" name="form" value="${await formToken(ports, claim.person, actOf(alert))}" />
              ${reasonField(form, 'With your name and a ticket, if there is one.')}
              <button type="submit">Acknowledge</button>
            </form>`,
        ]
      : []),
  ]);
}
