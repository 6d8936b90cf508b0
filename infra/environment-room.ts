import { EnforceBudgetsEnvironment } from '../functions/enforce-budgets/env.ts';
import { stackNames } from './stack-names.ts';

/** All variables of a Lambda function, with their names. */
const environmentCharsMax = 4_096;
/** What CloudFormation adds to a name of ours: the table as the stack names it, a hash and a random part. */
const generatedChars = 40;
/** An ARN of a secret, with what CloudFormation adds. */
const secretArnChars = 180;

/** What Lambda puts around each variable: it measures all of them as one JSON object. */
const charsAround = '"":"",'.length;

/** What of an organization stands in the environment of a function, or is longer than that. */
export interface RoomTaker {
  readonly name: string;
  readonly baseUrl: string;
  readonly appUrl?: string | undefined;
}

/**
 * So many characters are left in the environment of the function that has the largest one, beside the configuration of
 * an organization and the names of its tables. Negative: Lambda would refuse it in the middle of a deployment.
 */
export function environmentCharsLeft(stage: string, organization: RoomTaker): number {
  const names = Object.keys(EnforceBudgetsEnvironment.shape);
  const tables = names.filter((name) => name.startsWith('CURFEW_TABLE_'));
  const tableChars = stackNames(stage, organization.name).data.length + generatedChars;
  const { appUrl = organization.baseUrl } = organization;
  // Settings are JSON within JSON: each of their quotes takes two characters.
  const ownChars = Buffer.byteLength(JSON.stringify(JSON.stringify({ ...organization, appUrl })));
  const fixedChars = names.join('').length + names.length * charsAround + tables.length * tableChars + secretArnChars;
  return environmentCharsMax - fixedChars - ownChars;
}
