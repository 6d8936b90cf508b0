/** The identity of SES that sends: an existing, verified one, or one that the stack creates. Its name is a domain or an address. */
export interface SendingIdentity {
  readonly kind: 'existing' | 'created';
  readonly name: string;
}

/** What an organization says of its mails. */
interface MailTerms {
  readonly mailIdentity?: string | { readonly create: string } | undefined;
  readonly settings: { readonly mailFrom: string };
}

/** The sending identity of an organization: the domain of its sender unless another is named. */
export function sendingIdentityOf({ mailIdentity, settings }: MailTerms) {
  return typeof mailIdentity === 'object'
    ? ({ kind: 'created', name: mailIdentity.create } satisfies SendingIdentity)
    : ({ kind: 'existing', name: mailIdentity ?? domainOf(settings.mailFrom) } satisfies SendingIdentity);
}

/** Whether mails from an address may be sent with an identity: its own, or that of its domain or one above it. */
export function covers(identity: string, mailFrom: string): boolean {
  const domain = domainOf(mailFrom);
  return identity === mailFrom.toLowerCase() || domain === identity || domain.endsWith(`.${identity}`);
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
