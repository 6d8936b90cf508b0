/** The scope that an email, `user:EMAIL` or `team:NAME` stands for, as text. */
export function scopeText(who: string): string {
  return /^(user|team):/.test(who) ? who : `user:${who}`;
}
