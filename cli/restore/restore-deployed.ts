import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

import { clientOptions } from '../../shared/kernel/client-options.ts';
import type { DeploymentName } from '../../shared/kernel/contract/deployment-parts.ts';
import { tableDefinitions, type TableKey } from '../../shared/kernel/contract/tables.ts';
import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { awsEndpoint } from '../deployment/aws-endpoint.ts';
import { openDeployment } from '../deployment/open-deployment.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { restoreTable } from './restore-table.ts';

/** `restore TABLE --from COPY` of a deployment: with the caller's own rights, the only way into a closed table. */
export async function restoreDeployed(
  context: CommandContext,
  {
    name,
    table,
    from,
    yes,
  }: {
    readonly name: DeploymentName;
    readonly table: string | undefined;
    readonly from: string | undefined;
    readonly yes?: true;
  },
): Promise<ExitCode> {
  const key = keyNamed(table);
  if (from === undefined) {
    throw wrongUsage('Say from which table the items come: --from NAME, a copy that DynamoDB has restored');
  }
  if (key === 'leases') {
    throw wrongUsage('Leases are never restored: their numbers must not go back, or every write is refused');
  }
  const { parts, title, explained, installation } = await openDeployment(name, context.io.env);
  const dynamo = new DynamoDBClient(clientOptions(awsEndpoint('DYNAMODB', context.io.env, parts.region)));
  try {
    const target = parts.tables[key];
    const question = `Put every item of ${from} into ${target} of ${title}? Its policy is off meanwhile. Runs must be stopped.`;
    if (yes !== true && !(await isAgreed(context, question))) {
      context.print({ json: { table: target, items: 0 }, text: 'Nothing was changed.' });
      return exitCodes.done;
    }
    const { items, hasPolicy } = await explained(restoreTable({ dynamo, table: target, from }));
    const policy = hasPolicy ? ' Its policy is back.' : '';
    context.print({
      json: { table: target, from, items, policy: hasPolicy },
      text: `${counted(items, 'item')} of ${from} stand in ${target}, read again.${policy}`,
    });
    return exitCodes.done;
  } finally {
    dynamo.destroy();
    await installation.close();
  }
}

function keyNamed(table: string | undefined): TableKey {
  const keys = Object.keys(tableDefinitions) as TableKey[];
  const found = keys.find((key) => key.toLowerCase() === table?.toLowerCase());
  if (found === undefined) {
    const read = table === undefined ? 'Name a table' : `${quotedValue(table)} is no table`;
    throw wrongUsage(`${read}; they are ${keys.join(', ')}`);
  }
  return found;
}

async function isAgreed({ io, options }: CommandContext, question: string): Promise<boolean> {
  if (options.json !== true && io.confirm !== undefined) {
    return io.confirm(question);
  }
  throw wrongUsage('There is no terminal to ask on; add --yes to put the items. Nothing was changed');
}
