import * as z from 'zod';

import { type MailLink, mailLinkPurposes } from '../mail-link.ts';

export const MailLinkDocument = z.object({
  id: z.string(),
  purpose: z.enum(mailLinkPurposes),
  subject: z.string(),
  door: z.string(),
}) satisfies z.ZodType<MailLink>;

const text = z.string();
const figures = z.array(z.object({ label: text, value: text })).readonly();
const lines = z
  .array(z.object({ sign: z.enum(['+', '−', '']), danger: z.enum(['more', 'less']).optional(), text }))
  .readonly();
const more = text.optional();

const Entry = z.object({
  title: text,
  name: text.optional(),
  rating: text,
  tone: z.enum(['grave', 'serious', 'plain']),
  text: text.optional(),
  delta: lines,
  facts: figures,
});

const Table = z.object({
  columns: z.array(z.object({ title: text, align: z.enum(['left', 'right']) })).readonly(),
  rows: z.array(z.array(text).readonly()).readonly(),
  more,
});

const share = z.number().min(0).max(1);
const Bar = z.object({
  label: text,
  value: text,
  share,
  before: z.object({ value: text, share, word: text.optional() }).optional(),
});

const Section = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('figures'), figures }),
  z.object({ kind: z.literal('notes'), heading: text, notes: z.array(text).readonly() }),
  z.object({ kind: z.literal('table'), heading: text, table: Table }),
  z.object({ kind: z.literal('facts'), heading: text.optional(), facts: figures }),
  z.object({ kind: z.literal('bars'), heading: text, bars: z.array(Bar).readonly(), more }),
  z.object({ kind: z.literal('entries'), heading: text, entries: z.array(Entry).readonly(), more }),
  z.object({
    kind: z.literal('links'),
    heading: text,
    links: z.array(MailLinkDocument.extend({ label: text, view: more })).readonly(),
  }),
  z.object({ kind: z.literal('patch'), heading: text, lines, more }),
]);

export const MailContentDocument = z.object({
  subject: text,
  tone: z.enum(['good', 'warning', 'bad', 'report']),
  lead: text,
  sections: z.array(Section).readonly(),
  foot: z.array(text).readonly(),
});
