import type { ChannelKind } from './channel.ts';

const webhookSecret = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/u;
const routingKey = /^[A-Za-z0-9]{32}$/u;

/** What is wrong with the secret of a channel; undefined for nothing. Repeats nothing of it. */
export function secretProblem(kind: ChannelKind, secret: string | undefined): string | undefined {
  switch (kind) {
    case 'slack':
    case 'teams':
    case 'eventbridge':
    case 'securityhub':
      return secret === undefined ? undefined : `is of no use to a channel of kind ${kind}; leave it out`;
    case 'webhook':
      return secret === undefined || webhookSecret.test(secret)
        ? undefined
        : 'is no signing secret: give whsec_ and 24 to 64 bytes in base64, or leave it out and one is made';
    case 'pagerduty':
      return secret !== undefined && routingKey.test(secret)
        ? undefined
        : 'is no routing key: give the 32 letters and digits of the integration "Events API V2"';
  }
}
