import { dynamoJournal } from '../journal/store/dynamo-journal.ts';
import { dynamoLeaseStore } from '../kernel/runs/store/dynamo-lease-store.ts';
import { dynamoRunStore } from '../kernel/runs/store/dynamo-run-store.ts';
import type { Tables } from './stores.ts';

// What every run begins and ends with, apart from the other stores: a start reads a file as a whole, with all that any part of
// the bundle takes of it.

export const journal = (on: Tables<'journal'>) => dynamoJournal(on.dynamo, on.tables.journal);
export const leases = (on: Tables<'leases'>) => dynamoLeaseStore(on.dynamo, on.tables.leases);
export const runs = (on: Tables<'runs' | 'leases'>) => dynamoRunStore(on.dynamo, on.tables);
