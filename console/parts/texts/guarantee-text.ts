import { dayText } from '../../../shared/kernel/time/day.ts';
import type { OperationDocument } from '../../api/call-api.ts';

type Pool = OperationDocument<'showStatus'>['pools'][number];

const overcommitted = {
  kept: undefined,
  pending: 'Limits allow more than the overcommitted budget.',
  broken: 'Over the overcommitted budget.',
} as const satisfies Record<Pool['promised'], string | undefined>;

/** What is wrong with a pool's guarantee; empty while it holds, in this window and the next. */
export function guaranteeFault({ verdict, promised, next }: Pool): string | undefined {
  if (verdict === null) {
    return overcommitted[promised];
  }
  const [later] = next.flatMap(({ from, verdict: told }) =>
    told === null || told.kind === 'kept' ? [] : [`From ${dayText(from)}: ${told.detail}`],
  );
  return verdict.kind === 'kept' ? later : verdict.detail;
}
