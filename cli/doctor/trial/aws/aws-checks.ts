import { ListTablesCommand } from '@aws-sdk/client-dynamodb';

import { tableDefinitions } from '../../../../shared/kernel/contract/tables.ts';
import { failed, ok } from '../../check.ts';
import type { TrialCheck } from '../open-work.ts';
import { makeTables, OtherAccountError } from './make-tables.ts';
import { provesConditions, provesExpiry, provesFencing, provesTransactions } from './prove-stores.ts';

const tableCount = Object.keys(tableDefinitions).length;

/** What an account must be able to do: the stores of Curfew, as they are deployed, on tables of its own. */
export const awsChecks: readonly TrialCheck[] = [
  {
    name: 'credentials',
    about: 'AWS',
    proves: 'DynamoDB answers: the credentials are good, the region is there',
    needs: [],
    async run({ dynamo, target }) {
      await dynamo.send(new ListTablesCommand({ Limit: 1 }));
      return ok([target.dynamoEndpoint ?? target.region]);
    },
  },
  {
    name: 'tables',
    about: 'AWS',
    proves: 'every table can be made as it is defined: keys, index, stream, expiry',
    needs: ['credentials'],
    async run({ dynamo, tables, target }) {
      const differences = await makeTables(dynamo, tables, target.account).catch((error: unknown) => {
        if (error instanceof OtherAccountError) {
          return error;
        }
        throw error;
      });
      if (differences instanceof OtherAccountError) {
        return failed(
          `${differences.message}, and curfew.config.ts names account ${target.account ?? ''}`,
          'sign in to the account that is to be deployed to, or correct "account" in curfew.config.ts',
        );
      }
      return differences.length === 0
        ? ok([`${tableCount} temporary tables`])
        : failed(
            `DynamoDB made tables otherwise than asked for: ${differences.join('; ')}`,
            'see whether a policy of the organization changes tables as they are made',
          );
    },
  },
  {
    name: 'conditions',
    about: 'AWS',
    proves: 'a write whose condition does not hold is refused, and the index finds what was written',
    needs: ['tables'],
    run: provesConditions,
  },
  {
    name: 'transactions',
    about: 'AWS',
    proves: 'a transaction over three tables is made whole or not at all, and queries read it back',
    needs: ['tables'],
    run: provesTransactions,
  },
  {
    name: 'leases',
    about: 'AWS',
    proves:
      'one writer of limits at a time: a lease that is held is refused, and the writes of a late one are fenced off',
    needs: ['tables'],
    run: provesFencing,
  },
  {
    name: 'expiry',
    about: 'AWS',
    proves: 'held plans are kept, each with the second after which the table forgets it',
    needs: ['tables'],
    run: provesExpiry,
  },
];
