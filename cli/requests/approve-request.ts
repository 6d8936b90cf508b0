import type { OperationDocument, OperationGiven } from '../../shared/kernel/contract/contracts.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { showAnswer } from '../frame/connection/show-answer.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { describeDecided, describeRequest } from './describe-requests.ts';
type Approval = Extract<OperationGiven<'decideRequest'>['body'], { readonly verdict: 'approve' }>;

/** `requests approve ID`: asks first where it would give nothing, now or later, and says which way gives something. */
export async function approveRequest(
  context: CommandContext,
  {
    id,
    body,
    isAgreed,
  }: {
    readonly id: string;
    readonly body: Approval;
    /** It is approved also where it gives nothing now. */
    readonly isAgreed: boolean;
  },
): Promise<ExitCode> {
  let acceptIdle = isAgreed;
  if (!isAgreed) {
    const { document } = await withApi(context, async (api) => api.read('showRequest', { id }));
    const left = await leaveIdle(context, document, body);
    if (left !== undefined) {
      return left;
    }
    acceptIdle = wayOf(document, body)?.isIdle === true;
  }
  const given = { id, body: { ...body, ...(acceptIdle && { acceptIdle }) } };
  return showAnswer(context, ['decideRequest', given], { text: describeDecided });
}

/** How an approval that gives nothing ends where no one agrees to it; undefined where it is to be made. */
export async function leaveIdle(
  context: CommandContext,
  request: OperationDocument<'showRequest'>,
  approval: Approval,
): Promise<ExitCode | undefined> {
  const { ways } = request;
  if (wayOf(request, approval)?.isIdle !== true) {
    return undefined;
  }
  const { confirm } = context.io;
  if (context.options.json === true || confirm === undefined) {
    const giving = ways.find(({ isIdle }) => !isIdle);
    const instead = giving === undefined ? '' : `Give --pools ${giving.pools}; or `;
    const remedy = `Nothing was changed. ${instead}--yes to approve it anyway: it gives nothing now.`;
    context.print({ json: request, text: `${describeRequest(request)}\n${remedy}` });
    return exitCodes.wrongUsage;
  }
  context.say(describeRequest(request));
  if (await confirm('It gives nothing now. Approve it anyway?')) {
    return undefined;
  }
  context.print({ json: request, text: 'Nothing was changed.' });
  return exitCodes.done;
}

/** A way that is not offered gives no more than the first. */
function wayOf({ ways }: OperationDocument<'showRequest'>, { pools = 'as-budgeted' }: Approval) {
  return ways.find((each) => each.pools === pools) ?? ways[0];
}
