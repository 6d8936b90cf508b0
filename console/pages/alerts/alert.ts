import type { OperationDocument } from '../../api/call-api.ts';

/** One alert, as the API lists it. */
export type Alert = OperationDocument<'listAlerts'>['rows'][number];
