import { ListSection } from '@phr/module-kit/list-section';
import type { PatientList } from '@phr/module-kit/patient-list';
import { AccordionSection } from '@phr/ui/accordion-section';
import { EmptyState } from '@phr/ui/empty-state';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './encounter-section.module.css';

interface EncounterSectionProps<T extends { readonly id: string }> {
  /** Suffix of the section's text keys: `enc.<name>` and `enc.none.<name>`. */
  readonly name:
    | 'diagnosis'
    | 'medications'
    | 'services'
    | 'reports'
    | 'medias'
    | 'imagingStudies'
    | 'medicalReports'
    | 'insurance'
    | 'costs'
    | 'account';
  readonly list: PatientList<T>;
  readonly level: number;
  readonly open?: boolean;
  /** Number of counted rows; defaults to all. */
  readonly count?: number | undefined;
  /** One line above the rows. */
  readonly note?: string | undefined;
  readonly children: (row: T) => ReactNode;
}

/** A collapsible section with count; loads and fails independently. An empty one is a single line. */
export function EncounterSection<T extends { readonly id: string }>({
  name,
  list,
  level,
  open = false,
  count = list.total ?? list.rows.length,
  note,
  children,
}: EncounterSectionProps<T>) {
  const { t } = useTranslation();
  const title = t(`enc.${name}`);
  if (list.state === 'ready' && list.rows.length === 0 && !open)
    return <p className={css.none}>{t(`enc.none.${name}`)}</p>;
  return (
    <AccordionSection
      flush
      level={level}
      defaultOpen={open}
      title={list.state === 'failed' ? t('enc.sectionFailed', { title }) : title}
      count={list.state === 'ready' ? count : undefined}
    >
      {note !== undefined && list.state === 'ready' && <p className={css.note}>{note}</p>}
      <ListSection
        plain
        list={list}
        label={title}
        thing={title.toLowerCase()}
        level={level + 1}
        empty={<EmptyState title={t(`enc.none.${name}`)} />}
      >
        {children}
      </ListSection>
    </AccordionSection>
  );
}
