import type { OrganizationCalls } from '../../kernel/platform/platform-calls.ts';
import { raiseAsPortError } from '../../kernel/platform/port-error.ts';
import type { DayRange } from '../../kernel/time/day.ts';
import type { OrganizationSource } from '../ports.ts';

/** The organization's analytics. Unreadable rows are left out. */
export function platformOrganizationSource(client: OrganizationCalls): OrganizationSource {
  return {
    activity: async (range) => rowsOf(client.activity, range),
    tools: async (range) => rowsOf(client.tools, range),
    productivity: async (range) => rowsOf(client.productivity, range),
  };
}

async function rowsOf<Row>(
  call: (range: { readonly startDate: string; readonly endDate: string }) => Promise<{ readonly rows: readonly Row[] }>,
  { from, through }: DayRange,
): Promise<readonly Row[]> {
  try {
    return (await call({ startDate: from, endDate: through })).rows;
  } catch (error) {
    return raiseAsPortError(error);
  }
}
