import type { OperationDocument } from '../../api/door.ts';

/** A held plan, as the door shows it. */
export type HeldPlan = OperationDocument<'showHeldPlan'>;
/** One of the list. */
export type PlanRow = OperationDocument<'listPlans'>['rows'][number];
