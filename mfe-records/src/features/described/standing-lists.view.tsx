import type { PatientList } from '@phr/module-kit/patient-list';
import { useBeforePrint } from '@phr/module-kit/print-button';
import { Heading } from '@phr/ui/heading';
import { List } from '@phr/ui/list';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Described } from './described.entity.ts';
import { groupsOf, type GroupName } from './described.model.ts';
import css from './standing-lists.module.css';

interface StandingListsProps<T extends Described> {
  readonly list: PatientList<T>;
  readonly label: string;
  readonly level: number;
  readonly children: (row: T) => ReactNode;
}

/** Rows by group: prohibited, current, past, never true. A single current group needs no heading. */
export function StandingLists<T extends Described>({ list, label, level, children }: StandingListsProps<T>) {
  const { t } = useTranslation();
  useBeforePrint(async () => {
    for (let more = list.hasMore; more; ) more = await list.loadMore();
  });
  const groups = groupsOf(list.rows);
  const [only] = groups;
  const isPlain = groups.length === 1 && only?.name === 'current';
  return groups.map(({ name, rows }, index) => (
    <section key={name}>
      {!isPlain && (
        <Heading level={level} look="h3" className={css.heading}>
          {t(titleOf(name, rows))}
        </Heading>
      )}
      <List
        label={isPlain ? label : `${label}: ${t(titleOf(name, rows))}`}
        items={rows}
        keyOf={({ id }) => id}
        frame={false}
        onMore={list.hasMore && index === groups.length - 1 ? () => void list.loadMore() : undefined}
        busy={list.loadingMore}
      >
        {children}
      </List>
    </section>
  ));
}

/** Medicines must not be taken, other things not done. */
function titleOf(name: GroupName, [first]: readonly Described[]): string {
  const isMedicine = first?.type.startsWith('Medication') === true;
  return `hist.group.${name === 'forbidden' && !isMedicine ? 'mustNot' : name}`;
}
