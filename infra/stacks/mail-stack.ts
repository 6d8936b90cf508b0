import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  DkimIdentity,
  EasyDkimSigningKeyLength,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';

import type { SendingIdentity } from '../mail-identity.ts';

/** One organization's sender, whose events SES reports on the account's default bus. */
export class MailStack extends Stack {
  readonly configurationSet: ConfigurationSet;

  constructor(
    scope: Construct,
    id: string,
    {
      identity,
      hasOwnReputation,
      ...props
    }: StackProps & { readonly identity: SendingIdentity; readonly hasOwnReputation: boolean },
  ) {
    super(scope, id, { description: 'Curfew: the sender of one organization', ...props });
    this.configurationSet = this.addConfigurationSet(hasOwnReputation);
    if (identity.kind === 'created') {
      this.addIdentity(identity.name);
    }
    new CfnOutput(this, 'ConfigurationSet', { value: this.configurationSet.configurationSetName });
    // Always exported: dropping an export with its last use blocks the deployment.
    this.exportValue(this.configurationSet.configurationSetName);
  }

  private addConfigurationSet(hasOwnReputation: boolean): ConfigurationSet {
    const set = new ConfigurationSet(this, 'Mails', {
      // Separate from the account's, by which SES judges.
      reputationMetrics: hasOwnReputation,
      // A mail contains personal data: a person's use.
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    set.addEventDestination('Events', {
      // SES supports no other bus. It is encrypted, and only SES can write SES events to it.
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
      events: [
        EmailSendingEvent.BOUNCE,
        EmailSendingEvent.COMPLAINT,
        EmailSendingEvent.REJECT,
        EmailSendingEvent.DELIVERY_DELAY,
      ],
    });
    return set;
  }

  /** Retained: others may send with it, and its records are in DNS. */
  private addIdentity(name: string): void {
    const isAddress = name.includes('@');
    const identity = new EmailIdentity(this, 'Identity', {
      identity: isAddress ? Identity.email(name) : Identity.domain(name),
      // An address's mails are signed by its verified domain.
      ...(isAddress ? {} : { dkimIdentity: DkimIdentity.easyDkim(EasyDkimSigningKeyLength.RSA_2048_BIT) }),
    });
    identity.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    if (isAddress) {
      new CfnOutput(this, 'Verification', { value: `AWS has written to ${name}: open the link in that mail` });
      return;
    }
    for (const [index, record] of identity.dkimRecords.entries()) {
      new CfnOutput(this, `DnsRecord${index + 1}`, { value: `${record.name} CNAME ${record.value}` });
    }
  }
}
