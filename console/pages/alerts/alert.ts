import type { OperationDocument } from '../../api/door.ts';

/** One alert, as the door lists it. */
export type Alert = OperationDocument<'listAlerts'>['rows'][number];
