/** Whom a mail about the controls goes to, and what the organization wants said in it. */
export interface ControlsAudience {
  /** `admin`: nobody is named for the controls. `stand-in`: mail does not reach whoever is named. */
  readonly role: 'security-contact' | 'admin' | 'stand-in';
  /** Whom to call: emails, at most a handful is shown. */
  readonly contacts: readonly string[];
  /** An IANA name; with it, instants are given on this clock too. */
  readonly timeZone?: string;
  /** Where it is written what to do, as the organization says. */
  readonly runbook?: string;
}
