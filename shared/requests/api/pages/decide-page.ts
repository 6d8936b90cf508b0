import type { ChannelTerms } from '../../../channels/channel.ts';
import { callerOfChannel, callerOfLink } from '../../../kernel/access/caller.ts';
import { readAmount } from '../../../kernel/records/contract/fields/amount.ts';
import { creditsPhrase } from '../../../kernel/texts/credits.ts';
import { html, type Html } from '../../../kernel/texts/html.ts';
import { channelOfLink, type ChannelAlertPorts } from '../../../notifications/use-cases/channel-alert.ts';
import { decideByChannel, decidesForAll, isForAll, mayDecideByLink } from '../../approvers.ts';
import { describeStatus, type RequestOrder } from '../../decide-request.ts';
import { factsOfDecision, factsOfRequest } from '../../describe-request.ts';
import type { LinkClaim } from '../../link-claim.ts';
import { factsOfImpact, type RequestWay } from '../../request-mails.ts';
import { rulePools } from '../../request-rule.ts';
import { requestStatus, type CreditRequest } from '../../request.ts';
import { teamOfUser } from '../../use-cases/ask-for-credits.ts';
import { decideCredits, type DecideCreditsPorts } from '../../use-cases/decide-credits.ts';
import type { PoolWay, RequestSettings } from '../../use-cases/give-credits.ts';
import { showRequestImpact } from '../../use-cases/list-requests.ts';
import type { Form } from './ask-page.ts';
import { formToken, isFormOf, type LinkPorts } from './opened-link.ts';
import { bullets, factList, page, problemList, refusedLink, seeOther, type PageAnswer } from './page-frame.ts';

export interface DecidePagePorts extends DecideCreditsPorts, LinkPorts {
  readonly recipients: ChannelAlertPorts['recipients'];
}

/** What an approver may choose. */
export const views = ['approve', 'less', 'deny'] as const;
type View = (typeof views)[number];

/** The page of a link to decide: it shows, asks, and changes nothing. */
export async function showDecidePage(
  ports: DecidePagePorts,
  settings: RequestSettings,
  { claim, view }: { readonly claim: LinkClaim; readonly view: View },
): Promise<PageAnswer> {
  const found = await findDecidable(ports, settings, claim);
  return found === undefined ? refusedLink() : decidePage(ports, settings, { claim, ...found, view });
}

export async function sendDecidePage(
  ports: DecidePagePorts,
  settings: RequestSettings,
  { claim, form, again }: { readonly claim: LinkClaim; readonly form: Form; readonly again: string },
): Promise<PageAnswer> {
  const found = await findDecidable(ports, settings, claim);
  if (found === undefined) {
    return refusedLink();
  }
  const { request, channel } = found;
  const view = views.find((each) => each === form.get('verdict')) ?? 'approve';
  const pools = rulePools.find((each) => each === form.get('pools')) ?? 'as-budgeted';
  const shown = { claim, request, channel, view, form };
  if (!(await isFormOf(ports, form.get('form') ?? '', { person: claim.person, act: actOf(request) }))) {
    const problem = 'The page was open for too long, or the request has changed meanwhile. Look again.';
    return decidePage(ports, settings, { ...shown, problem });
  }
  if (!views.some((each) => each === form.get('verdict'))) {
    return decidePage(ports, settings, { ...shown, problem: 'Choose a decision.' });
  }
  const caller = channel === undefined ? callerOfLink(claim.person) : callerOfChannel(claim.person);
  const acceptIdle = form.get(acceptField) === 'yes';
  const order = { id: request.id, order: orderIn(form, view), pools, acceptIdle, caller, channel };
  const outcome = await decideCredits(ports, settings, order);
  switch (outcome.kind) {
    case 'decided':
      return seeOther(again);
    case 'not-there':
      return refusedLink();
    case 'refused':
      return decidePage(ports, settings, {
        ...shown,
        problem: `Not done: ${outcome.problem}.`,
        isIdle: outcome.because === 'idle',
      });
  }
}

interface Decidable {
  readonly request: CreditRequest;
  /** The one that the link was sent to. */
  readonly channel?: ChannelTerms | undefined;
}

/** The request of a link, when its holder may decide on it by the settings of now. */
async function findDecidable(
  ports: DecidePagePorts,
  settings: RequestSettings,
  { subject, person }: LinkClaim,
): Promise<Decidable | undefined> {
  const request = await ports.requests.find(subject);
  const channel = await channelOfLink(ports, person);
  if (request === undefined) {
    return undefined;
  }
  const team = await teamOfUser(ports, request.userId);
  const about = { request, team };
  const may =
    channel === undefined
      ? mayDecideByLink(person, settings, about)
      : decideByChannel(channel, settings, { ...about, pools: 'within' }).kind === 'allowed';
  return may ? { request, channel } : undefined;
}

/** A team's decider sees the team's pools, not the organization's. */
async function seenBy(
  ports: DecidePagePorts,
  settings: RequestSettings,
  { person, request, channel }: Decidable & { readonly person: string },
): Promise<(scope: string) => boolean> {
  const seesAll = channel === undefined ? decidesForAll(person, settings) : isForAll(channel);
  const team = seesAll ? undefined : await teamOfUser(ports, request.userId);
  return (scope) => seesAll || scope === `team:${team ?? ''}`;
}

function orderIn(form: Form, view: View): RequestOrder {
  const reason = (form.get('reason') ?? '')
    .slice(0, 2_000)
    .replaceAll(/[\r\n\t]+/gu, ' ')
    .trim();
  if (view === 'deny') {
    return { verdict: 'deny', reason };
  }
  const less = view === 'less' ? { credits: readAmount((form.get('credits') ?? '').slice(0, 100)) ?? Number.NaN } : {};
  return { verdict: 'approve', ...less, ...(reason !== '' && { reason }) };
}

function actOf({ id, version }: CreditRequest): string {
  return `decide/${id}/${version}`;
}

interface DecidePage extends Decidable {
  readonly claim: LinkClaim;
  readonly view: View;
  readonly form?: Form;
  readonly problem?: string;
  /** The approval would give nothing. */
  readonly isIdle?: boolean;
}

async function decidePage(ports: DecidePagePorts, settings: RequestSettings, shown: DecidePage): Promise<PageAnswer> {
  const { claim, request, channel, problem } = shown;
  const atMs = ports.clock.now();
  const status = requestStatus(request, new Date(atMs).toISOString());
  const facts = [...factsOfRequest(request, 'approver'), ...factsOfDecision(request)];
  if (status !== 'asked') {
    const sentence = `This request is ${describeStatus(status)}. There is nothing left to decide.`;
    return page(200, 'A request for credits', [html`<p>${sentence}</p>`, factList(facts)]);
  }
  const impact = await showRequestImpact(ports, settings, {
    request,
    atMs,
    isSeen: await seenBy(ports, settings, { person: claim.person, request, channel }),
  });
  const { ways } = impact;
  return page(problem === undefined ? 200 : 400, 'Decide on a request for credits', [
    ...problemList(problem === undefined ? [] : [problem]),
    factList([...facts, ...factsOfImpact(impact)]),
    html`<h2>What it would do now</h2>`,
    ...ways.flatMap(({ label, lines }) => [html`<p>${label}:</p>`, ...bullets(lines)]),
    html`<form method="post">
      <input type="hidden" name="form" value="${await formToken(ports, claim.person, actOf(request))}" />
      ${choices(shown)} ${poolChoices(ways, shown)} ${idleChoice(shown)}
      <div class="field">
        <label for="reason">Reason</label>
        <textarea id="reason" name="reason" maxlength="300" aria-describedby="reason-help">
${shown.form?.get('reason') ?? ''}</textarea>
        <div id="reason-help" class="quiet">The person who asked reads it. Needed to deny.</div>
      </div>
      <button type="submit">Confirm the decision</button>
    </form>`,
  ]);
}

function choices({ request, view, form }: DecidePage): Html {
  const labels: Readonly<Record<View, string>> = {
    approve: `Approve all of the ${creditsPhrase(request.credits)}`,
    less: 'Approve less, as many as stand below',
    deny: 'Deny',
  };
  return html`<fieldset>
      <legend>Decision</legend>
      ${views.map((each) => radio({ name: 'verdict', value: each, label: labels[each], isChosen: each === view }))}
    </fieldset>
    <div class="field">
      <label for="credits">Credits, to approve less</label>
      <input
        id="credits"
        name="credits"
        type="text"
        maxlength="30"
        autocomplete="off"
        value="${form?.get('credits') ?? ''}"
        aria-describedby="credits-help"
      />
      <div id="credits-help" class="quiet">A whole number, such as 10000 or 10k. Ignored unless you approve less.</div>
    </div>`;
}

/** No choice when the pools leave all of it. */
function poolChoices(ways: readonly RequestWay[], { form }: DecidePage): readonly Html[] {
  const chosen: PoolWay =
    ways.find(({ pools }) => pools === form?.get('pools'))?.pools ??
    (ways.find(({ isIdle }) => !isIdle) ?? ways[0])?.pools ??
    'as-budgeted';
  return ways.length < 2
    ? []
    : [
        html`<fieldset>
          <legend>Pools, to approve</legend>
          ${ways.map(({ pools, label }) => radio({ name: 'pools', value: pools, label, isChosen: pools === chosen }))}
        </fieldset>`,
      ];
}

const acceptField = 'accept-idle';

/** Asked only of an approval that would give nothing. */
function idleChoice({ isIdle = false }: DecidePage): readonly Html[] {
  return isIdle
    ? [
        html`<label
          ><input type="checkbox" name="${acceptField}" value="yes" /> Approve it although it gives nothing</label
        >`,
      ]
    : [];
}

function radio({
  name,
  value,
  label,
  isChosen,
}: {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly isChosen: boolean;
}): Html {
  return isChosen
    ? html`<label><input type="radio" name="${name}" value="${value}" checked /> ${label}</label>`
    : html`<label><input type="radio" name="${name}" value="${value}" /> ${label}</label>`;
}
