import * as z from 'zod';
import type { MailContent } from '../../../domain/mail/content.ts';
import { mailLinkPurposes, type MailLink } from '../../../domain/mail/mail-link.ts';
import { storing } from './storing.ts';

const text = z.string();
const figures = z.array(z.object({ label: text, value: text }));
const lines = z.array(
  z.object({ sign: z.enum(['+', '−', '']), danger: z.enum(['more', 'less']).exactOptional(), text }),
);
const more = text.exactOptional();

const EntryItem = z.object({
  title: text,
  name: text.exactOptional(),
  rating: text,
  tone: z.enum(['grave', 'serious', 'plain']),
  text: text.exactOptional(),
  delta: lines,
  facts: figures,
});

const TableItem = z.object({
  columns: z.array(z.object({ title: text, align: z.enum(['left', 'right']) })),
  rows: z.array(z.array(text)),
  more,
});

const share = z.number().min(0).max(1);
const BarItem = z.object({
  label: text,
  value: text,
  share,
  before: z.object({ value: text, share }).exactOptional(),
});

/** A link of a mail as it stands in an item. */
export const LinkItem = z.object({
  id: text,
  purpose: z.enum(mailLinkPurposes),
  subject: text,
  door: text,
}) satisfies z.ZodType<MailLink>;

const SectionItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('figures'), figures }),
  z.object({ kind: z.literal('notes'), heading: text, notes: z.array(text) }),
  z.object({ kind: z.literal('table'), heading: text, table: TableItem }),
  z.object({ kind: z.literal('facts'), heading: text.exactOptional(), facts: figures }),
  z.object({ kind: z.literal('bars'), heading: text, bars: z.array(BarItem), more }),
  z.object({ kind: z.literal('entries'), heading: text, entries: z.array(EntryItem), more }),
  z.object({ kind: z.literal('links'), heading: text, links: z.array(LinkItem.extend({ label: text, view: more })) }),
  z.object({ kind: z.literal('patch'), heading: text, lines, more }),
]);

/** The content of a mail as it stands in an item. */
export const MailContentItem = storing<MailContent>()(
  z.object({
    subject: text,
    tone: z.enum(['good', 'warning', 'bad', 'report']),
    lead: text,
    sections: z.array(SectionItem),
    foot: z.array(text),
  }),
);
