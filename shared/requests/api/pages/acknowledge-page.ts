import {
  acknowledgeLinked,
  findLinkedAlert,
  type LinkedAlert,
  type LinkedAlertPorts,
  type LinkedAlertTerms,
} from '../../../controls/use-cases/alerts/linked-alerts.ts';
import { callerOfLink } from '../../../kernel/access/caller.ts';
import { notAcknowledged } from '../../../kernel/api/refusals.ts';
import { html, type Html } from '../../../kernel/texts/html.ts';
import { markLookAlikes } from '../../../kernel/texts/look-alike.ts';
import { ownChangeText } from '../../../kernel/texts/own-change.ts';
import { minuteText } from '../../../kernel/time/day.ts';
import type { Figure } from '../../../mail/content.ts';
import { reasonLengthMax } from '../../../notifications/conditions/acknowledge.ts';
import type { LinkClaim } from '../../link-claim.ts';
import type { Form } from './ask-page.ts';
import { formToken, isFormOf, type LinkPorts } from './opened-link.ts';
import { bullets, factList, page, problemList, refusedLink, seeOther, type PageAnswer } from './page-frame.ts';

export interface AcknowledgePagePorts extends LinkPorts {
  readonly linked: LinkedAlertPorts;
  readonly linkedTerms: () => LinkedAlertTerms;
}

/** The page of a link to acknowledge: what changed, who made it, and where it stands. It changes nothing. */
export async function showAcknowledgePage(ports: AcknowledgePagePorts, claim: LinkClaim): Promise<PageAnswer> {
  const alert = await findLinkedAlert(ports.linked, ports.linkedTerms(), claim);
  return alert === undefined ? refusedLink() : alertPage(ports, { claim, alert });
}

export async function sendAcknowledgePage(
  ports: AcknowledgePagePorts,
  { claim, form, again }: { readonly claim: LinkClaim; readonly form: Form; readonly again: string },
): Promise<PageAnswer> {
  const terms = ports.linkedTerms();
  const alert = await findLinkedAlert(ports.linked, terms, claim);
  if (alert === undefined) {
    return refusedLink();
  }
  const shown = { claim, alert, form };
  if (!(await isFormOf(ports, form.get('form') ?? '', { person: claim.person, act: actOf(claim, alert) }))) {
    const problem = 'The page was open for too long, or it has changed meanwhile. Look again.';
    return alertPage(ports, { ...shown, problem });
  }
  const { name } = callerOfLink(claim.person);
  const outcome = await acknowledgeLinked(ports.linked, terms, {
    subject: claim.subject,
    person: claim.person,
    reason: reasonIn(form),
    author: { name, at: new Date(ports.clock.now()).toISOString() },
  });
  if (outcome.kind === 'acknowledged') {
    return seeOther(again);
  }
  return alertPage(ports, { ...shown, problem: `Not done: ${notAcknowledged(outcome).message.replace(/^--/u, '')}.` });
}

/** Browsers end the lines of a text area; a reason is one line. */
export function reasonIn(form: Form): string {
  return (form.get('reason') ?? '')
    .slice(0, 2_000)
    .replaceAll(/[\r\n\t]+/gu, ' ')
    .trim();
}

function actOf({ subject }: LinkClaim, { version }: LinkedAlert): string {
  return `acknowledge/${version}/${subject}`.slice(0, 600);
}

interface AlertPage {
  readonly claim: LinkClaim;
  readonly alert: LinkedAlert;
  readonly form?: Form;
  readonly problem?: string;
}

async function alertPage(ports: AcknowledgePagePorts, shown: AlertPage): Promise<PageAnswer> {
  const { claim, alert, problem } = shown;
  return page(problem === undefined ? 200 : 400, 'A change of the controls', [
    ...problemList(problem === undefined ? [] : [problem]),
    html`<p>${markLookAlikes(alert.headline)}</p>`,
    factList([...alert.facts, ...stateFacts(alert)]),
    ...(alert.lines.length < 2 ? [] : [html`<h2>What changed</h2>`, ...bullets(alert.lines)]),
    ...(alert.isAsked ? [await askForm(ports, shown)] : []),
    html`<p class="quiet">An acknowledgement changes nothing on the platform. ${byCommand(claim)}</p>`,
  ]);
}

const stateTexts: Readonly<Record<LinkedAlert['state'], string>> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved: it is as it was before again',
};

function stateFacts({ state, acknowledged }: LinkedAlert): readonly Figure[] {
  const said = acknowledged && {
    label: 'Acknowledged',
    value: `by ${acknowledged.by}, ${minuteText(acknowledged.at)}${ownChangeText(acknowledged.ownChange)}: ${acknowledged.reason}`,
  };
  return [{ label: 'State', value: stateTexts[state] }, ...(said === undefined ? [] : [said])];
}

async function askForm(ports: LinkPorts, { claim, alert, form }: AlertPage): Promise<Html> {
  const own =
    alert.ownChange === 'yes'
      ? [html`<p class="bad">You made this change. Your acknowledgement is marked as of your own change.</p>`]
      : [];
  return html`<form method="post">
    <input type="hidden" name="form" value="${await formToken(ports, claim.person, actOf(claim, alert))}" />
    ${own} ${reasonField(form, 'With a ticket, if there is one. It is kept as evidence, with your name.')}
    <button type="submit">Acknowledge</button>
  </form>`;
}

export function reasonField(form: Form | undefined, help: string): Html {
  return html`<div class="field">
    <label for="reason">Why it is as it should be</label>
    <textarea id="reason" name="reason" required maxlength="${reasonLengthMax}" aria-describedby="reason-help">
${form?.get('reason') ?? ''}</textarea>
    <div id="reason-help" class="quiet">${help}</div>
  </div>`;
}

function byCommand({ subject }: LinkClaim): string {
  const [, from, through] = /^revisions\/\d+\/(\d+)-(\d+)$/u.exec(subject) ?? [];
  return from === undefined
    ? ''
    : `On the command line: npx curfew controls ack ${from === through ? from : `${from}-${through}`} --reason "…"`;
}
