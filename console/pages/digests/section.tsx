import type { OperationDocument } from '../../api/call-api.ts';
import { PlainTable } from '../../parts/lists/plain-table.tsx';
import { harmless, NameText } from '../../parts/texts/name-text.tsx';

type MailSection = OperationDocument<'showDigest'>['content']['sections'][number];
type Of<Kind extends MailSection['kind']> = Extract<MailSection, { readonly kind: Kind }>;

/** A section of a mail. Kinds that digests do not use are in its plain text only. */
export function Section({ section }: { readonly section: MailSection }) {
  switch (section.kind) {
    case 'figures':
      return <Figures figures={section.figures} />;
    case 'facts':
      return (
        <>
          {section.heading !== undefined && <Heading text={section.heading} />}
          <Figures className="digests-facts" figures={section.facts} />
        </>
      );
    case 'notes':
      return (
        <>
          <Heading text={section.heading} />
          <ul className="digests-notes">
            {section.notes.map((note) => (
              <li key={note}>
                <SectionText text={note} />
              </li>
            ))}
          </ul>
        </>
      );
    case 'table':
      return <Table section={section} />;
    case 'bars':
      return <Bars section={section} />;
    case 'entries':
    case 'links':
    case 'patch':
      return (
        <>
          <Heading text={section.heading} />
          <p>See the plain text below.</p>
        </>
      );
  }
}

const charsMax = 300;

function SectionText({ text }: { readonly text: string }) {
  return <NameText charsMax={charsMax} text={text} />;
}

function Heading({ text }: { readonly text: string }) {
  return (
    <h2>
      <SectionText text={text} />
    </h2>
  );
}

function Figures({
  figures,
  className = 'digests-figures',
}: Pick<Of<'figures'>, 'figures'> & { readonly className?: string }) {
  return (
    <dl className={className}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>
            <SectionText text={label} />
          </dt>
          <dd>
            <SectionText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Table({ section: { heading, table } }: { readonly section: Of<'table'> }) {
  const { columns, rows, more } = table;
  return (
    <>
      <Heading text={heading} />
      <PlainTable
        columns={columns.map(({ title, align }) => ({ title: harmless(title), isNumber: align === 'right' }))}
        isWhole
        label={heading}
        rows={rows.map((cells, row) => ({
          key: `${row} ${cells[0] ?? ''}`,
          cells: cells.map((cell, at) => <SectionText key={columns[at]?.title} text={cell} />),
        }))}
      />
      {more !== undefined && (
        <p>
          <SectionText text={more} />
        </p>
      )}
    </>
  );
}

/** Bars are hidden from screen readers, which read the figures. */
function Bars({ section: { heading, bars, more } }: { readonly section: Of<'bars'> }) {
  return (
    <>
      <Heading text={heading} />
      <ul className="digests-bars">
        {bars.map(({ label, value, share, before }) => (
          <li key={label}>
            <span className="digests-label">
              <SectionText text={label} />
            </span>
            <span>
              <b>
                <SectionText text={value} />
              </b>
              {before !== undefined && (
                <span className="digests-soft">
                  {' '}
                  <SectionText text={before.word ?? 'before'} /> <SectionText text={before.value} />
                </span>
              )}
            </span>
            <span aria-hidden="true" className="digests-lengths">
              <span className="digests-now" style={{ width: widthOf(share) }} />
              {before !== undefined && <span className="digests-before" style={{ width: widthOf(before.share) }} />}
            </span>
          </li>
        ))}
      </ul>
      {more !== undefined && (
        <p>
          <SectionText text={more} />
        </p>
      )}
    </>
  );
}

function widthOf(share: number): string {
  return `${Math.round(share * 1_000) / 10}%`;
}
