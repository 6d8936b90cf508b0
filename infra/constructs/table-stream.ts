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

/** One run handles all edits within two seconds. */
const batchSizeMax = 1_000;
const gatherFor = Duration.seconds(2);

/** A batch waiting for another run is retried for about an hour, four times the longest run. */
const triesMax = 60;
const recordAgeMax = Duration.hours(2);

/** Starts a function with a table's changes in order. The CDK's construct would allow listing every table's streams. */
export class TableStream extends Construct {
  constructor(
    scope: Construct,
    id: string,
    {
      table,
      lambda,
      role,
      deadLetters,
      rows,
    }: {
      readonly table: Table;
      readonly lambda: IFunction;
      readonly role: Role;
      readonly deadLetters: IQueue;
      readonly rows: JobStreams['rows'];
    },
  ) {
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
      // Only one run works at a time anyway.
      parallelizationFactor: 1,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: triesMax,
      maxRecordAge: recordAgeMax,
      onFailure: new SqsDlq(deadLetters),
      // The function's own changes of a row must not start it again.
      ...(rows === 'new' ? { filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT') })] } : {}),
    });
    // The mapping is rejected while the role cannot read the stream.
    mapping.node.addDependency(role);
  }
}
