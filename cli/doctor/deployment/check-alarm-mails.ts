import { paginateListSubscriptionsByTopic, type SNSClient } from '@aws-sdk/client-sns';
import { failed, ok, warning, type CheckResult } from '../check.ts';

/** Whether alarms reach people: each subscription has to be confirmed once by its recipient. */
export async function checkAlarmMails(sns: SNSClient, topicArn: string): Promise<CheckResult> {
  const confirmed: string[] = [];
  const waiting: string[] = [];
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic(
    { client: sns },
    { TopicArn: topicArn },
  )) {
    for (const { Endpoint = 'somebody', SubscriptionArn = '' } of Subscriptions) {
      // Until then SNS shows words in the place of the ARN.
      (SubscriptionArn.startsWith('arn:') ? confirmed : waiting).push(Endpoint);
    }
  }
  const remedy = 'confirm the mail that SNS has sent ("Subscription Confirmation"); deploy again to have it sent anew';
  if (confirmed.length === 0) {
    return failed(
      waiting.length === 0 ? 'nobody gets the alarms' : `nobody gets the alarms: ${waiting.join(', ')} did not confirm`,
      waiting.length === 0 ? 'set admins in curfew.config.ts, then npm run deploy' : remedy,
    );
  }
  return waiting.length === 0 ? ok([confirmed.join(', ')]) : warning(`not confirmed: ${waiting.join(', ')}`, remedy);
}
