/** The sending SES identity, a domain or address: existing and verified, or created by the stack. */
export interface SendingIdentity {
  readonly kind: 'existing' | 'created';
  readonly name: string;
}

/** An organization's identity; default: its sender's domain. */
export function sendingIdentityOf({
  mailIdentity,
  settings,
}: {
  readonly mailIdentity?: string | { readonly create: string } | undefined;
  readonly settings: { readonly mailFrom: string };
}) {
  return typeof mailIdentity === 'object'
    ? ({ kind: 'created', name: mailIdentity.create } satisfies SendingIdentity)
    : ({ kind: 'existing', name: mailIdentity ?? domainOf(settings.mailFrom) } satisfies SendingIdentity);
}

/** Whether an identity may send for an address: its own, or its domain or a parent domain. */
export function covers(identity: string, mailFrom: string): boolean {
  const domain = domainOf(mailFrom);
  return identity === mailFrom.toLowerCase() || domain === identity || domain.endsWith(`.${identity}`);
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
