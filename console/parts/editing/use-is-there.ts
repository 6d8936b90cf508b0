import type { OperationGiven } from '../../api/call-api.ts';
import { useRead } from '../../api/queries.ts';
import { useDelayed } from '../lists/use-delayed.ts';

const typingMs = 400;

/** Whether the record that a new one is named like exists, asked when typing pauses. */
export function useIsThere<Id extends 'showBudget' | 'showTeam' | 'showRecord'>(
  operation: Id,
  named: OperationGiven<Id>,
  isNamed: boolean,
): boolean {
  const text = JSON.stringify(named);
  const asked = useDelayed(text, typingMs);
  const isAsked = isNamed && asked === text;
  const read = useRead(operation, JSON.parse(asked) as OperationGiven<Id>, { isLive: false, isWanted: isAsked });
  return isAsked && read.data !== undefined && read.error === null;
}
