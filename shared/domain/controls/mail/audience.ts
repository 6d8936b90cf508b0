/** Whom a mail about the controls goes to, and what the organization wants said in it. */
export interface ControlsAudience {
  /** `admin`: nobody is named for the controls. `stand-in`: mail does not reach whoever is named. */
  readonly role: 'security-contact' | 'admin' | 'stand-in';
  /** Whom to contact: emails, of which at most a few are shown. */
  readonly contacts: readonly string[];
  /** An IANA name; with it, instants are given on this clock too. */
  readonly timeZone?: string;
  /** The organization's runbook. */
  readonly runbook?: string;
}
