import { EnforceBudgetsEnvironment } from '../functions/enforce-budgets/env.ts';
import { stackNames } from './stack-names.ts';

/** All variables of a Lambda function, with their names. */
const environmentCharsMax = 4_096;
/** What CloudFormation adds to a name of ours: the table as the stack names it, a hash and a random part. */
const generatedChars = 40;
/** An ARN of a secret, with what CloudFormation adds. */
const secretArnChars = 180;

/**
 * So many characters of the configuration of an organization fit into the environment of the function that has the
 * largest one, beside the names of its tables. Lambda would refuse the rest in the middle of a deployment.
 */
export function environmentRoom(stage: string, organization: string): number {
  const names = Object.keys(EnforceBudgetsEnvironment.shape);
  const tables = names.filter((name) => name.startsWith('CURFEW_TABLE_'));
  const tableChars = stackNames(stage, organization).data.length + generatedChars;
  return environmentCharsMax - names.join('').length - tables.length * tableChars - secretArnChars;
}
