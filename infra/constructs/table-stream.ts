import { Duration } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type IFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

import type { JobStreams } from '../../shared/kernel/runs/contract/job-declaration.ts';

/** Edits come one at a time or as an import; one run handles all that come within two seconds. */
const batchSizeMax = 1_000;
const gatherFor = Duration.seconds(2);

/** A batch that waits for another run is retried for about an hour: no run takes longer than a quarter of that. */
const triesMax = 60;
const recordAgeMax = Duration.hours(2);

interface TableStreamProps {
  readonly table: Pick<Table, 'tableStreamArn'>;
  readonly lambda: IFunction;
  readonly role: Role;
  readonly deadLetters: IQueue;
  readonly rows: JobStreams['rows'];
}

/**
 * Starts a function with the changes of a table, in their order. The CDK's own construct would allow the function to
 * list the streams of every table.
 */
export class TableStream extends Construct {
  constructor(scope: Construct, id: string, { table, lambda, role, deadLetters, rows }: TableStreamProps) {
    super(scope, id);
    const { tableStreamArn: eventSourceArn } = table;
    if (eventSourceArn === undefined) {
      throw new Error(`the table of ${this.node.path} has no stream: add one in its table definition`);
    }
    role.addToPolicy(
      new PolicyStatement({
        actions: [
          'dynamodb:DescribeStream',
          'dynamodb:GetRecords',
          'dynamodb:GetShardIterator',
          'dynamodb:ListStreams',
        ],
        resources: [eventSourceArn],
      }),
    );
    const mapping = new EventSourceMapping(this, 'Mapping', {
      target: lambda,
      eventSourceArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: batchSizeMax,
      maxBatchingWindow: gatherFor,
      // One run at a time does the work anyhow.
      parallelizationFactor: 1,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: triesMax,
      maxRecordAge: recordAgeMax,
      onFailure: new SqsDlq(deadLetters),
      // A change that the function itself makes in a row must not start it again.
      ...(rows === 'new' ? { filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT') })] } : {}),
    });
    // The mapping is refused while the role may not read the stream yet.
    mapping.node.addDependency(role);
  }
}
