const email = /^[^\s:@/"]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}$/iu;

const ids: readonly RegExp[] = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu,
  /^(?:user|usr|u|member|mem|account|acct|auth0|okta|google-oauth2|service|sa)[_|:-][0-9A-Za-z]{6,32}$/u,
  // ULIDs, and the ids of MongoDB.
  /^[0-9A-HJKMNP-TV-Z]{26}$/u,
  /^[0-9a-f]{24}$/u,
];

/** Whether a text is an email as a whole. */
export function isEmail(text: string): boolean {
  return email.test(text);
}

/** Whether a text is an email, or has the form of an id that systems give to users: random, but no secret. */
export function isIdentifier(text: string): boolean {
  return isEmail(text) || ids.some((id) => id.test(text));
}
