import { formatScope } from '../budgets/scope.ts';
import { budgetNowDocument, readBudgetOutlooks } from '../budgets/use-cases.ts';
import { listCaps } from '../caps/use-cases.ts';
import type { ReadSnapshot } from '../explanation/use-cases/snapshots/share-snapshots.ts';
import { readStatus, type StatusOrder, type StatusPorts } from '../status/use-cases/read-status.ts';
import type { MetricReading } from './metric.ts';
import { readMetrics } from './metrics.ts';

/** Every metric as it stands, from the tables: figures are read once. Changes nothing and does not call the platform. */
export async function showMetrics(
  ports: StatusPorts,
  {
    people,
    ...asked
  }: StatusOrder & {
    /** A series for each person, too. */
    readonly people: boolean;
  },
): Promise<readonly MetricReading[]> {
  let snapshot: Promise<ReadSnapshot> | undefined;
  const share: StatusOrder['share'] = asked.share ?? (async ({ read }) => (snapshot ??= read()));
  const order = { ...asked, share };
  const [status, { today, outlooks }, caps] = await Promise.all([
    readStatus(ports, order),
    readBudgetOutlooks(ports, { ...order, isInDepth: false }),
    people ? listCaps(ports, order) : undefined,
  ]);
  const budgets = outlooks.flatMap(({ budget: { scope, window, amount }, now }) => {
    const { through: windowThrough, ...known } = budgetNowDocument(now, today);
    const isShown =
      scope.kind === 'org' || scope.kind === 'team' || scope.kind === 'model' || (people && scope.kind === 'user');
    return isShown
      ? [
          {
            scope: formatScope(scope),
            window,
            amount: amount.kind === 'unlimited' ? amount.kind : amount.credits,
            windowThrough,
            ...known,
          },
        ]
      : [];
  });
  const { unlimitedCredits } = order.settings;
  const limits = (caps?.kind === 'listed' ? caps.document : []).map(({ limit, ...cap }) => ({
    ...cap,
    limit: limit !== null && limit < unlimitedCredits ? limit : null,
  }));
  return readMetrics({ ...status, budgets, people: limits });
}
