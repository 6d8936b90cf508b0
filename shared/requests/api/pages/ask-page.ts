import { windowAt } from '../../../budgets/window.ts';
import type { SnapshotPorts } from '../../../explanation/use-cases/snapshots/read-snapshot.ts';
import { readAmount } from '../../../kernel/records/contract/fields/amount.ts';
import type { AmountNeeded } from '../../../kernel/texts/amounts.ts';
import { sayNeeded } from '../../../kernel/texts/credits.ts';
import { html, type Html } from '../../../kernel/texts/html.ts';
import { addDays, dayOf, dayText } from '../../../kernel/time/day.ts';
import { proposedLastDay, type AskProblem } from '../../ask.ts';
import { describeNext, describeState, factsOfDecision, factsOfRequest } from '../../describe-request.ts';
import type { LinkClaim } from '../../link-claim.ts';
import { requestLimits, requestStatus, type CreditRequest } from '../../request.ts';
import { askForCredits, withdrawCreditRequest, type AskPorts } from '../../use-cases/ask-for-credits.ts';
import type { RequestSettings } from '../../use-cases/give-credits.ts';
import { describeStanding, factsOfStanding, readStanding, type Standing } from '../../use-cases/read-standing.ts';
import {
  findAsker,
  formToken,
  hookToken,
  isFormOf,
  type Asker,
  type AskerPorts,
  type LinkPorts,
} from './opened-link.ts';
import { bullets, factList, page, problemList, refusedLink, seeOther, type PageAnswer } from './page-frame.ts';

export interface AskPagePorts extends AskPorts, SnapshotPorts, Omit<AskerPorts, 'requests' | 'users'>, LinkPorts {}

export type Form = ReadonlyMap<string, string>;

const words: Readonly<Record<string, string>> = { credits: 'Credits', until: 'Last day', reason: 'Reason' };

/** The page of a link to ask: the form, or where the request stands that was made with it. */
export async function showAskPage(
  ports: AskPagePorts,
  settings: RequestSettings,
  claim: LinkClaim,
): Promise<PageAnswer> {
  const request = await ports.requests.find(claim.nonce);
  if (request !== undefined) {
    return request.email === claim.person ? statePage(ports, claim, request) : refusedLink();
  }
  const asker = await findAsker(ports, claim);
  return asker === undefined ? refusedLink() : formPage(ports, settings, { claim, asker });
}

/** Sends the form of that page: asks, or withdraws what was asked. */
export async function sendAskPage(
  ports: AskPagePorts,
  settings: RequestSettings,
  { claim, form, again }: { readonly claim: LinkClaim; readonly form: Form; readonly again: string },
): Promise<PageAnswer> {
  const request = await ports.requests.find(claim.nonce);
  if (request !== undefined) {
    return request.email === claim.person ? withdrawPage(ports, { claim, request, form, again }) : refusedLink();
  }
  const asker = await findAsker(ports, claim);
  if (asker === undefined) {
    return refusedLink();
  }
  const isFresh = await isFormOf(ports, form.get('form') ?? '', { person: claim.person, act: actOf(claim) });
  if (!isFresh) {
    return formPage(ports, settings, {
      claim,
      asker,
      form,
      problems: [{ problem: 'The page was open for too long. Send it again.' }],
    });
  }
  const { userId, email, about } = asker;
  const outcome = await askForCredits(ports, settings, {
    ask: askIn(form),
    asking: { id: claim.nonce, userId, email, about },
  });
  switch (outcome.kind) {
    case 'asked':
    case 'known':
      return seeOther(again);
    case 'busy':
      return formPage(ports, settings, {
        claim,
        asker,
        form,
        problems: [{ problem: 'Another request is being stored at this moment. Send it again.' }],
      });
    case 'refused':
      return formPage(ports, settings, { claim, asker, form, problems: outcome.problems });
  }
}

function askIn(form: Form) {
  const text = (name: string): string => (form.get(name) ?? '').slice(0, 2_000);
  // Browsers end the lines of a text area; a reason is one line.
  const reason = text('reason').replaceAll(/[\r\n\t]+/gu, ' ');
  return { credits: readAmount(text('credits')) ?? Number.NaN, until: text('until').trim(), reason };
}

function actOf({ nonce }: LinkClaim): string {
  return `ask/${nonce}`;
}

async function formPage(
  ports: AskPagePorts,
  settings: RequestSettings,
  {
    claim,
    asker,
    form = new Map(),
    problems = [],
  }: {
    readonly claim: LinkClaim;
    readonly asker: Asker;
    readonly form?: Form;
    readonly problems?: readonly AskProblem[];
  },
): Promise<PageAnswer> {
  const today = dayOf(ports.clock.now());
  const last = addDays(today, requestLimits.daysMax);
  const { through } = windowAt('platform', today, { anchorDay: settings.platformWindowAnchorDay });
  const until = form.get('until') ?? proposedLastDay(today, [through, last, asker.about?.through ?? last]);
  const token = await formToken(ports, claim.person, actOf(claim));
  const standing = await standingOf(ports, settings, asker);
  const entries = problems.map(({ field, problem }) =>
    field === undefined ? problem : `${words[field] ?? field}: ${problem}.`,
  );
  return page(problems.length === 0 ? 200 : 400, 'Ask for more credits', [
    ...problemList(entries),
    ...howTheyStand(asker, standing),
    askForm(form, { token, today, last, until }, standing === undefined ? asker.needed : standing.needed),
    await hookOffer(ports, claim),
  ]);
}

async function standingOf(
  ports: AskPagePorts,
  settings: RequestSettings,
  { userId, isOfLimit = false }: Asker,
): Promise<Standing | undefined> {
  return isOfLimit ? readStanding(ports, settings, { userId, atMs: ports.clock.now() }) : undefined;
}

/** As of now: the link may be days old. What its mail said stands in for what is not known. */
function howTheyStand(
  { headline, facts, lines, isOpen, freedAt }: Asker,
  standing: Standing | undefined,
): readonly Html[] {
  if (standing === undefined) {
    const ended = html`<p>This is not so any more: you can work. You can ask all the same.</p>`;
    return [html`<p>${headline}.</p>`, ...(isOpen ? [] : [ended]), factList(facts), ...bullets(lines)];
  }
  const isEnough = standing.stop === undefined && standing.needed === undefined;
  const enough = html`<p>That is enough to work as usual: there is nothing to ask for.</p>`;
  return [
    html`<p>${describeStanding(standing, freedAt)}.</p>`,
    ...(isEnough ? [enough] : []),
    factList(factsOfStanding(standing)),
  ];
}

function askForm(
  form: Form,
  { token, today, last, until }: Readonly<Record<'token' | 'today' | 'last' | 'until', string>>,
  needed: AmountNeeded | undefined,
): Html {
  const help = needed === undefined ? '' : ` ${sayNeeded('You need', needed)}`;
  return html`<form method="post">
    <input type="hidden" name="form" value="${token}" />
    <div class="field">
      <label for="credits">How many credits more</label>
      <input
        id="credits"
        name="credits"
        type="text"
        required
        maxlength="30"
        autocomplete="off"
        value="${form.get('credits') ?? needed?.windowCredits ?? ''}"
        aria-describedby="credits-help"
      />
      <div id="credits-help" class="quiet">A whole number, such as 250000, 250k or 1.5M.${help}</div>
    </div>
    <div class="field">
      <label for="until">Last day</label>
      <input
        id="until"
        name="until"
        type="date"
        required
        min="${today}"
        max="${last}"
        value="${until}"
        aria-describedby="until-help"
      />
      <div id="until-help" class="quiet">Through the end of this day (UTC), at most ${dayText(last)}.</div>
    </div>
    <div class="field">
      <label for="reason">Reason</label>
      <textarea
        id="reason"
        name="reason"
        required
        maxlength="${requestLimits.reasonCharsMax}"
        aria-describedby="reason-help"
      >
${form.get('reason') ?? ''}</textarea>
      <div id="reason-help" class="quiet">For the approver; at most ${requestLimits.reasonCharsMax} characters.</div>
    </div>
    <button type="submit">Ask</button>
  </form>`;
}

/** A link to the page that connects the person's hook. */
async function hookOffer(ports: LinkPorts, { person }: { readonly person: string }): Promise<Html> {
  const place = `../hook/${await hookToken(ports, person)}`;
  return html`<p class="quiet">
    <a href="${place}">See what is left while you work</a>: a hook of your client shows it at the end of each task.
  </p>`;
}

async function statePage(ports: AskPagePorts, { person }: LinkClaim, request: CreditRequest): Promise<PageAnswer> {
  const at = new Date(ports.clock.now()).toISOString();
  const status = requestStatus(request, at);
  const isGiven = status === 'approved' || status === 'less';
  const form: readonly Html[] =
    status === 'asked'
      ? [
          html`<form method="post">
            <input type="hidden" name="form" value="${await formToken(ports, person, withdrawActOf(request))}" />
            <button type="submit" class="plain">Withdraw the request</button>
          </form>`,
        ]
      : [];
  return page(200, 'Your request for credits', [
    html`<p>${describeState(request, at)}</p>`,
    factList([...factsOfRequest(request, 'asker'), ...factsOfDecision(request)]),
    ...bullets([...(isGiven ? describeNext(request, at) : []), ...next[status]]),
    ...form,
    await hookOffer(ports, { person }),
  ]);
}

const next: Readonly<Record<ReturnType<typeof requestStatus>, readonly string[]>> = {
  asked: ['You get a mail with the decision. Load this page again to see where it stands.'],
  approved: [],
  less: ['To ask for more, use the link in the mail about the decision.'],
  denied: ['To ask again, use the link in the mail about the decision.'],
  withdrawn: ['To ask again, use the link in a newer mail.'],
  expired: ['To ask again, use the link in a newer mail.'],
};

function withdrawActOf({ id, version }: CreditRequest): string {
  return `withdraw/${id}/${version}`;
}

async function withdrawPage(
  ports: AskPagePorts,
  {
    claim,
    request,
    form,
    again,
  }: { readonly claim: LinkClaim; readonly request: CreditRequest; readonly form: Form; readonly again: string },
): Promise<PageAnswer> {
  const act = withdrawActOf(request);
  if (await isFormOf(ports, form.get('form') ?? '', { person: claim.person, act })) {
    await withdrawCreditRequest(ports, request);
  }
  // A form of before the request was made shows where it stands.
  return seeOther(again);
}
