import type { OperationDocument } from '../../api/call-api.ts';

/** A held plan, as the API shows it. */
export type HeldPlan = OperationDocument<'showHeldPlan'>;
/** One of the list. */
export type PlanRow = OperationDocument<'listPlans'>['rows'][number];
