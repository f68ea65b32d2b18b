import type { PatientList } from '@phr/module-kit/patient-list';
import { AccordionSection } from '@phr/ui/accordion-section';
import { List } from '@phr/ui/list';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Described } from './described.entity.ts';
import { apartOf } from './described.model.ts';

interface ApartSectionProps<T extends Described> {
  readonly list: PatientList<T>;
  readonly level: number;
  readonly children: (row: T) => ReactNode;
}

/** Rows that count nowhere: refuted, erroneous, or under an unknown condition. Hidden if empty. */
export function ApartSection<T extends Described>({ list, level, children }: ApartSectionProps<T>) {
  const { t } = useTranslation();
  const rows = apartOf(list.rows);
  if (rows.length === 0) return null;
  const title = t('hist.group.apart');
  return (
    <AccordionSection flush title={title} level={level} count={rows.length}>
      <List label={title} items={rows} keyOf={({ id }) => id} frame={false}>
        {children}
      </List>
    </AccordionSection>
  );
}
