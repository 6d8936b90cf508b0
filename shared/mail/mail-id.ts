import { channelIn } from '../channels/channel.ts';

const again = '/again';
const inPlace = `${again}/for/`;

/** The id of a mail to a recipient: that of one to a channel begins with the channel, so that a list of ids tells them apart. */
export function mailIdFor(recipient: string, mailId: string): string {
  const id = withoutChannel(mailId);
  return channelIn(recipient) === undefined ? id : `${recipient}/${id}`;
}

/** The channel to which a mail goes, as an address; undefined for a person. */
export function channelOfMail(mailId: string): string | undefined {
  const [first = ''] = mailId.split('/', 1);
  return channelIn(first) === undefined ? undefined : first;
}

function withoutChannel(mailId: string): string {
  const channel = channelOfMail(mailId);
  return channel === undefined ? mailId : mailId.slice(channel.length + 1);
}

/** The second try of a mail of unknown outcome. */
export function idOfSecond(mailId: string): string {
  return `${mailId}${again}`;
}

export function isSecond(mailId: string): boolean {
  return mailId.endsWith(again);
}

/** The copy of a mail for a substitute of its recipient. */
export function idOfCopy(mailId: string, { to, key }: { readonly to: string; readonly key: string }): string {
  return mailIdFor(to, `${idOfFirst(mailId)}${inPlace}${key}`);
}

export function isCopy(mailId: string): boolean {
  return mailId.includes(inPlace);
}

/** The mail that was sent first: what a receiver recognizes all tries by. */
export function idOfFirst(mailId: string): string {
  return isSecond(mailId) ? mailId.slice(0, -again.length) : mailId;
}
