import { ListSection, Rows } from '@phr/module-kit/list-section';
import type { PatientList } from '@phr/module-kit/patient-list';
import { Heading } from '@phr/ui/heading';
import { Icon } from '@phr/ui/icon';
import { IconExpand } from '@phr/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './encounter-section.module.css';

interface EncounterSectionProps<T> {
  /** Name of the section's texts: `enc.<name>` and `enc.none.<name>`. */
  readonly name: 'diagnosis' | 'medications' | 'services' | 'reports' | 'medias' | 'imagingStudies' | 'insurance';
  readonly list: PatientList<T>;
  readonly level: number;
  readonly open?: boolean;
  readonly children: (row: T, index: number) => ReactNode;
}

/** A part of an encounter that opens and closes, with its count; it loads and fails without touching the others. */
export function EncounterSection<T>({ name, list, level, open = false, children }: EncounterSectionProps<T>) {
  const { t } = useTranslation();
  const title = t(`enc.${name}`);
  const count = list.state === 'ready' ? ` (${list.total ?? list.rows.length})` : '';
  return (
    <details className={css.section} open={open || list.state === 'failed'}>
      <summary className={css.summary}>
        <Heading level={level} look="h3">{title}{count}</Heading>
        <Icon of={IconExpand} className={css.arrow} />
      </summary>
      <div className={css.body}>
        <ListSection list={list} plain={!list.hasMore} thing={title.toLowerCase()} level={level + 1} empty={<p className={css.none}>{t(`enc.none.${name}`)}</p>}>
          {(rows) => <Rows label={title}>{rows.map(children)}</Rows>}
        </ListSection>
      </div>
    </details>
  );
}
