import './settings.css';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import { Link } from 'react-router';

import { isSameValue } from '../../../shared/kernel/records/same-value.ts';
import type { OperationDocument } from '../../api/call-api.ts';
import { useRead } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ChoiceFilter } from '../../parts/lists/choice-filter.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { TextFilterField } from '../../parts/lists/text-filter-field.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { Channels } from './channels.tsx';
import { settingText, unitText, valueText, type Setting } from './setting-form.ts';
import { isChanged, topicsOf } from './setting-topics.ts';

type Version = OperationDocument<'listSettingsVersions'>['rows'][number];

/** Every setting: what is in force, where it comes from, what it is for. */
export function Page() {
  const read = useRead('showSettings', {});
  return (
    <PageFrame
      description="On one machine they stand in settings.yaml and can be edited here; a deployment has them in curfew.config.ts."
      reads={[read]}
      title="Settings"
    >
      {() => read.data && <Settings rows={read.data.document.rows} />}
    </PageFrame>
  );
}

function Settings({ rows }: { readonly rows: readonly Setting[] }) {
  const [{ find, show }, setFilters] = useUrlFilters({ find: '', show: '' });
  const words = find.toLowerCase();
  const changed = rows.filter(isChanged);
  const found = (show === 'changed' ? changed : rows).filter(({ setting: name, help }) =>
    `${name} ${help}`.toLowerCase().includes(words),
  );
  return (
    <SpaceBetween size="l">
      <section aria-label="All settings" className="settings-list">
        <div className="settings-filters">
          <TextFilterField
            label="Find"
            onChange={(value) => setFilters({ find: value })}
            placeholder="Find a setting by its name or what it is for"
            value={find}
          />
          <ChoiceFilter
            allText="All settings"
            label="Show"
            onChange={(value) => setFilters({ show: value })}
            options={['changed']}
            textOf={() => `Changed from the default (${changed.length})`}
            value={show}
          />
        </div>
        {found.length === 0 && <EmptyState title="No setting is like that" />}
        {topicsOf(found).map(([topic, own]) => (
          <section aria-label={topic} key={topic}>
            <h2>
              {topic} {own.some(isChanged) && <span className="soft">{own.filter(isChanged).length} changed</span>}
            </h2>
            <ul>
              {own.map((row) => (
                <SettingRow key={row.setting} row={row} />
              ))}
            </ul>
          </section>
        ))}
      </section>
      <Channels />
      <Versions />
    </SpaceBetween>
  );
}

function SettingRow({ row }: { readonly row: Setting }) {
  const { setting, value, from, help } = row;
  return (
    <li>
      <div className="settings-head">
        <Link to={`/settings/${encodeURIComponent(setting)}`}>{setting}</Link>
        <span>
          <b>
            <NameText charsMax={80} text={settingText(row, value)} />
          </b>
          {unitText(row)}{' '}
          <span className="soft">
            {isChanged(row) ? (
              <>
                {from}, default: <NameText charsMax={80} text={settingText(row, row.default)} />
              </>
            ) : (
              'default'
            )}
          </span>
        </span>
      </div>
      <div className="soft">{help}</div>
    </li>
  );
}

function Versions() {
  return (
    <PagedTable<Version>
      columns={columns}
      empty={<EmptyState title="No setting was ever changed here; the defaults count" />}
      header={<Header variant="h2">Versions</Header>}
      keyOf={({ version }) => String(version)}
      label="Versions of the settings"
      operation="listSettingsVersions"
      rowsPerPage={20}
    />
  );
}

const columns: readonly TableProps.ColumnDefinition<Version>[] = [
  { id: 'version', header: 'Version', isRowHeader: true, cell: ({ version }) => version },
  { id: 'at', header: 'At', minWidth: 120, cell: ({ at }) => <TimeText at={at} /> },
  { id: 'by', header: 'Who', cell: ({ by }) => <NameText text={by} /> },
  { id: 'way', header: 'How', cell: ({ way }) => way },
  {
    id: 'what',
    header: 'What',
    minWidth: 260,
    cell: ({ before, after }) =>
      [...new Set([...Object.keys(before), ...Object.keys(after)])]
        .filter((name) => !isSameValue(before[name], after[name]))
        .map((name) => (
          <div key={name}>
            {name}: <NameText text={valueText(before[name])} /> → <NameText text={valueText(after[name])} />
          </div>
        )),
  },
];
