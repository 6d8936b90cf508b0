/** Whom a mail about the controls goes to, and what the organization wants said in it. */
export interface ControlsAudience {
  /** `admin`: hears of it because nobody is named for the controls. */
  readonly role: 'security-contact' | 'admin';
  /** Whom to call: emails, at most a handful is shown. */
  readonly contacts: readonly string[];
  /** An IANA name; with it, instants are told on this clock too. */
  readonly timeZone?: string;
  /** Where it is written what to do, as the organization says. */
  readonly runbook?: string;
}
