/** The rules of `shared/kernel/platform/reading/fields.ts`, as the peers take them. */
export const identifierPattern = String.raw`^[^\p{Cc}\uFFFD]+$`;
/** A day that the calendar has: 30 of April, 29 of February in leap years. */
export const dayPattern =
  String.raw`^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|` +
  String.raw`\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))$`;
