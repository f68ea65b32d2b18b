import type { ScreenPlace } from '@phr/contract/screens';
import { ListStates } from '@phr/module-kit/list-section';
import type { PatientList } from '@phr/module-kit/patient-list';
import { RecordRow } from '@phr/module-kit/record-row';
import { Card } from '@phr/ui/card';
import type { IconShape } from '@phr/ui/icons';
import { useUi } from '@phr/ui/ui-text';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentOf, doubtOf, mergedByCode } from '../conditions/merged.model.ts';
import { useDescribed } from '../described/described.api.ts';
import type { Described } from '../described/described.entity.ts';
import { countOf } from '../described/described.model.ts';
import { useSymptoms } from '../symptoms/symptoms.api.ts';
import { inUseOf } from '../medicines/medicine.entity.ts';
import { useMedicines } from '../medicines/medicines.api.ts';

interface PartProps {
  readonly name: string;
  readonly icon: IconShape;
  readonly family?: string;
  /** Target screen. */
  readonly to: ScreenPlace;
}

interface RowProps extends PartProps {
  readonly list: PatientList<Described>;
  /** Number of current entries; undefined until all are loaded. */
  readonly count: number | undefined;
  /** Content below the name. */
  readonly line: string;
  readonly level: number;
}

/** A row alone on its card. */
export function SingleRowCard({ children }: { readonly children: ReactNode }) {
  return (
    <Card flush>
      {/* in a column the row would stretch as it does in a grid */}
      <div>{children}</div>
    </Card>
  );
}

/** A section as a row: name, count of current entries, newest one. Loads and fails independently. */
function Row({ name, icon, family, to, list, count, line, level }: RowProps) {
  return (
    <SingleRowCard>
      <ListStates
        list={list}
        thing={name.toLowerCase()}
        skeleton={{ height: 72, lines: 1 }}
        level={level}
        empty={<RecordRow icon={icon} family={family} title={name} lines={[line]} to={to} />}
      >
        {() => (
          <RecordRow
            icon={icon}
            family={family}
            title={count === undefined ? name : `${name} (${count})`}
            lines={[line]}
            to={to}
          />
        )}
      </ListStates>
    </SingleRowCard>
  );
}

interface NewestProps extends PartProps {
  readonly type: string;
  readonly query: Readonly<Record<string, string | number>>;
  readonly level: number;
}

/** A section by its newest current entry. */
export function NewestRow({ type, query, ...row }: NewestProps) {
  const { t } = useTranslation();
  const list = useDescribed(type, query);
  const newest = list.rows.find(({ standing }) => standing !== 'apart');
  const line =
    newest === undefined
      ? t('hist.none')
      : [newest.title, newest.when].filter((part) => part !== undefined).join(' · ');
  return <Row {...row} list={list} count={countOf(list.rows, list.hasMore)} line={line} />;
}

/** Maximum names listed; the count covers the rest. */
const NAMED = 3;

/** The person's current diseases, merged across entries. */
export function ConditionsRow(row: PartProps & { readonly level: number }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const list = useDescribed('Condition', { _count: 100 });
  const current = currentOf(mergedByCode(list.rows));
  const names = current.slice(0, NAMED).map(({ newest, earlier }) => {
    const more = [
      doubtOf(newest, locale),
      earlier.length > 0 ? t('hub.times', { count: earlier.length + 1 }) : undefined,
    ];
    const words = more.filter((part) => part !== undefined).join(', ');
    return words === '' ? newest.title : `${newest.title} (${words})`;
  });
  const denied = list.rows.find(({ standing }) => standing === 'negation');
  return (
    <Row
      {...row}
      list={list}
      count={list.hasMore ? undefined : current.length}
      line={names.length > 0 ? names.join(' · ') : (denied?.title ?? t('hist.none'))}
    />
  );
}

/** The symptoms that were written down, the newest by name. */
export function SymptomsRow(row: PartProps & { readonly level: number }) {
  const { t } = useTranslation();
  const list = useSymptoms();
  const newest = list.rows.find(({ standing }) => standing === 'current');
  const line =
    newest === undefined
      ? t('symptom.none')
      : [newest.title, newest.when].filter((part) => part !== undefined).join(' · ');
  return <Row {...row} list={list} count={countOf(list.rows, list.hasMore)} line={line} />;
}

/** The medicines that are taken now, each once, however many entries tell of it. */
export function MedicinesRow(row: PartProps & { readonly level: number }) {
  const { t } = useTranslation();
  const list = useMedicines();
  const inUse = inUseOf(list.rows);
  const names = inUse.slice(0, NAMED).map(({ title }) => title);
  return (
    <Row
      {...row}
      list={list}
      count={list.hasMore ? undefined : inUse.length}
      line={names.length > 0 ? names.join(' · ') : t('hub.medicines.none')}
    />
  );
}
