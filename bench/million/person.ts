import { createHash } from 'node:crypto';

/** A person of a large organization: ids that do not compress, emails as companies give them. */
export function personOf(index: number): { readonly userId: string; readonly email: string } {
  const digest = createHash('sha256').update(`person ${index}`).digest('hex');
  const [a, b, c] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(12, 24)];
  return { userId: `user_${a}${b}${c}`, email: `${words[index % words.length] ?? ''}.${b}.${index}@company.example` };
}

const words = 'ada grace linus edsger barbara donald margaret alan katherine tim'.split(' ');
