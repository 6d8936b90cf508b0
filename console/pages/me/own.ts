import type { OperationDocument } from '../../../shared/contracts/admin-api/contracts/contracts.ts';

/** The own page of whoever is signed in, as the API gives it. */
export type Own = OperationDocument<'showOwn'>;
export type OwnPerson = NonNullable<Own['person']>;
export type OwnRequest = OwnPerson['requests'][number];
