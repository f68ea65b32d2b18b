import { dayOf, deviceZone } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { DatePickerField } from '@phr/ui/date-picker-field';
import { FieldGroup } from '@phr/ui/field-group';
import { IconAdd } from '@phr/ui/icons';
import { useDay } from '@phr/ui/use-now';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DatedForm } from './post-covid-report.model.ts';

/** The field that says what an entry was. */
export interface WhatField {
  readonly id: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

interface DatedEntriesProps {
  /** Name of the group in the form: 'tests' or 'vaccines'. */
  readonly name: string;
  readonly title: string;
  readonly addLabel: string;
  readonly dateLabel: string;
  readonly entries: readonly DatedForm[];
  readonly onChange: (entries: readonly DatedForm[]) => void;
  readonly idOf: (field: string) => string;
  readonly errorOf: (field: string) => string | undefined;
  readonly what: (field: WhatField) => ReactNode;
}

/** A list of dated entries to which the person can add. */
export function DatedEntries({
  name,
  title,
  addLabel,
  dateLabel,
  entries,
  onChange,
  idOf,
  errorOf,
  what,
}: DatedEntriesProps) {
  const { t } = useTranslation();
  const today = dayOf(useDay(), deviceZone());
  const put = (index: number, part: Partial<DatedForm>) =>
    onChange(entries.map((entry, place) => (place === index ? { ...entry, ...part } : entry)));
  return (
    <>
      {entries.map((entry, index) => (
        // entries have no id: the index distinguishes them
        <FieldGroup key={index} title={`${title} ${index + 1}`}>
          {what({
            id: idOf(`${name}.${index}.what`),
            value: entry.what,
            error: errorOf(`${name}.${index}.what`),
            onChange: (value) => put(index, { what: value }),
          })}
          <DatePickerField
            id={idOf(`${name}.${index}.date`)}
            label={dateLabel}
            max={today}
            value={entry.date}
            error={errorOf(`${name}.${index}.date`)}
            onChange={(date) => put(index, { date })}
          />
          <div>
            <Button
              dense
              aria-label={`${t('common.remove')}: ${title} ${index + 1}`}
              onClick={() => onChange(entries.filter((_, place) => place !== index))}
            >
              {t('common.remove')}
            </Button>
          </div>
        </FieldGroup>
      ))}
      <div>
        <Button icon={IconAdd} onClick={() => onChange([...entries, { what: '', date: '' }])}>
          {addLabel}
        </Button>
      </div>
    </>
  );
}
