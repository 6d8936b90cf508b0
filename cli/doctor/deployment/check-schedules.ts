import { paginateListSchedules, type SchedulerClient } from '@aws-sdk/client-scheduler';
import { failed, ok, type CheckResult } from '../check.ts';

/** Whether every schedule of the jobs is there and enabled. `expected`: how many there are to be. */
export async function checkSchedules(
  scheduler: SchedulerClient,
  { group, expected }: { readonly group: string; readonly expected: number },
): Promise<CheckResult> {
  const enabled: string[] = [];
  const disabled: string[] = [];
  for await (const { Schedules = [] } of paginateListSchedules({ client: scheduler }, { GroupName: group })) {
    for (const { Name = '', State } of Schedules) {
      (State === 'ENABLED' ? enabled : disabled).push(Name);
    }
  }
  if (disabled.length > 0) {
    return failed(`disabled: ${disabled.join(', ')}`, 'enable them in EventBridge Scheduler, or npm run deploy');
  }
  return enabled.length < expected
    ? failed(`${enabled.length} of ${expected} schedules are there`, 'npm run deploy puts back what was deleted')
    : ok([`${enabled.length} enabled`]);
}
