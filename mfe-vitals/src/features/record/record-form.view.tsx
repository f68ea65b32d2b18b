import { goBack } from '@phr/module-kit/screens';
import type { Verdict } from '@phr/clinical/assess/verdict';
import type { VitalKey } from '@phr/clinical/codings';
import { type ParseResult, textsOf } from '@phr/module-kit/checked-form';
import { EntryForm, type Fields as FormFields } from '@phr/module-kit/entry-form';
import type { Correcting } from '@phr/module-kit/correction';
import { useHost, usePatient } from '@phr/module-kit/host';
import { useAskedPregnancies } from '@phr/module-kit/judging';
import { Screen } from '@phr/module-kit/screen';
import { dayOf, deviceZone } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { DateField } from '@phr/ui/date-field';
import { FieldLine, formColumn } from '@phr/ui/field-group';
import { formatDate, formatTime } from '@phr/ui/format';
import { TextArea } from '@phr/ui/text-area';
import { TimeField } from '@phr/ui/time-field';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CircumstancesText } from '../readings/circumstances.view.tsx';
import { useLanguage, useReadingContext } from '../readings/use-language.ts';
import { Urgent } from '../urgent/urgent.view.tsx';
import { type FormScreen, FormTabs } from './form-tabs.view.tsx';
import type { NewReading, Occasion } from './new-reading.model.ts';
import { mostUrgentVerdict } from './most-urgent.model.ts';
import { nextOnEnter } from './next-on-enter.port.ts';
import { occasionOf } from './correction.model.ts';
import { useSave } from './use-save.ts';
import type { StoredReading } from './stored-reading.entity.ts';
import type { OccasionForm } from './record.model.ts';

/** Back target if this tab has no earlier screen. */
const FALLBACK = { screen: 'health-indexes' } as const;

/** An entry that can be saved. */
export interface RecordEntry {
  readonly measuredAt: number;
  readonly note?: string;
}

/** What the fields of a form get. */
export interface Fields<Form> extends Omit<FormFields<Form>, 'change'> {
  readonly change: (part: Partial<Form>) => void;
}

export interface RecordFormProps<Form extends object, Entry extends RecordEntry> {
  /** The visit to which the readings belong. */
  readonly encounterId?: string | undefined;
  /** Screen name: its text is the title, and its draft is kept under it. */
  readonly screen: FormScreen;
  readonly screenParams?: Readonly<Record<string, string>>;
  readonly headingLevel: number;
  readonly empty: Form;
  /** Parses a stored draft; not needed for text-only forms. */
  readonly parse?: (kept: unknown, first: Form & OccasionForm) => (Form & OccasionForm) | undefined;
  readonly check: (form: Form & OccasionForm, now: number, zone: string) => ParseResult<Entry>;
  /** Confirmations before saving, in order. */
  readonly confirmations: (entry: Entry) => readonly string[];
  readonly readingsOf: (entry: Entry, occasion: Occasion) => readonly NewReading[];
  readonly vitalKeysOf: (entry: Entry) => readonly VitalKey[];
  /** The entry in words: 'Huyết áp 128/82 mmHg'. */
  readonly describe: (entry: Entry) => string;
  /** Set when the form corrects a reading: what it opens with. */
  readonly correcting?: (Correcting<StoredReading> & { readonly formOf: (stored: StoredReading) => Form }) | undefined;
  readonly children: (fields: Fields<Form>) => ReactNode;
}

/**
 * Form of readings: values, time and note. Goes back once stored or queued (NAV-20), after showing advice for a very
 * dangerous value.
 */
export function RecordForm<Form extends object, Entry extends RecordEntry>(props: RecordFormProps<Form, Entry>) {
  const {
    screen,
    screenParams,
    encounterId,
    headingLevel,
    empty,
    parse = textsOf,
    check,
    confirmations,
    describe,
    correcting,
    children,
  } = props;
  const { t } = useTranslation();
  const { navigation } = useHost();
  const language = useLanguage();
  const { locale } = language;
  const zone = deviceZone();
  const person = useReadingContext(0);
  useAskedPregnancies(screen === 'blood-pressure-create');
  const reader = usePatient().main;
  const { save, written } = useSave(props);
  const [urgent, setUrgent] = useState<{ readonly what: string; readonly verdict: Verdict }>();
  const timeOf = (now: number) => ({ date: formatDate(dayOf(now, zone), locale), time: formatTime(now, locale, zone) });

  const openedWith = (stored: StoredReading, formOf: (stored: StoredReading) => Form) => ({
    ...formOf(stored),
    ...occasionOf(stored, reader, locale, zone),
  });
  if (urgent !== undefined) return <Pressing {...urgent} screen={screen} headingLevel={headingLevel} />;
  return (
    <EntryForm<Form & OccasionForm, Entry>
      screen={screen}
      {...(correcting === undefined
        ? screenParams && { params: screenParams }
        : {
            title: t('fix.title'),
            of: correcting.stored.id,
            params: { ...screenParams, id: correcting.stored.id },
            reload: async () => openedWith(await correcting.reload(), correcting.formOf),
          })}
      level={headingLevel}
      back={FALLBACK}
      success="toast.vitalSaved"
      submitLabel={t('common.save')}
      about={
        correcting === undefined && (
          <FormTabs current={screen} params={encounterId === undefined ? {} : { encounterId }} />
        )
      }
      initial={() =>
        correcting === undefined
          ? { ...empty, ...timeOf(Date.now()), note: '' }
          : openedWith(correcting.stored, correcting.formOf)
      }
      parse={parse}
      check={(form, { now }) => check(form, now, zone)}
      confirmations={confirmations}
      save={save}
      onSaved={(entry) => {
        const pressing = mostUrgentVerdict(written.current, { ...person, now: Date.now() });
        if (pressing === undefined) goBack(navigation, FALLBACK);
        else setUrgent({ what: describe(entry), verdict: pressing });
      }}
    >
      {({ form, change, idOf, errorOf }) => {
        const set = (part: Partial<Form> | Partial<OccasionForm>) => change((before) => ({ ...before, ...part }));
        return (
          <div className={formColumn} onKeyDown={nextOnEnter}>
            {correcting?.stored.reading.circumstances !== undefined && (
              <p>
                <CircumstancesText reading={correcting.stored.reading} language={language} />
              </p>
            )}
            {children({ form, change: set, idOf, errorOf })}
            <MomentFields form={form} set={set} idOf={idOf} errorOf={errorOf} now={() => timeOf(Date.now())} />
            <TextArea
              id={idOf('note')}
              label={t('bp.note')}
              optional
              value={form.note}
              error={errorOf('note')}
              onChange={(note) => set({ note })}
            />
          </div>
        );
      }}
    </EntryForm>
  );
}

interface MomentFieldsProps extends Pick<FormFields<OccasionForm>, 'form' | 'idOf' | 'errorOf'> {
  readonly set: (part: Partial<OccasionForm>) => void;
  readonly now: () => Pick<OccasionForm, 'date' | 'time'>;
}

/** When it was measured: date, time and "now". */
function MomentFields({ form, set, idOf, errorOf, now }: MomentFieldsProps) {
  const { t } = useTranslation();
  return (
    <FieldLine>
      <DateField
        id={idOf('date')}
        label={t('bp.date')}
        value={form.date}
        error={errorOf('date')}
        onChange={(date) => set({ date })}
        enterKeyHint="next"
      />
      <TimeField
        id={idOf('time')}
        label={t('bp.time')}
        value={form.time}
        error={errorOf('time')}
        onChange={(time) => set({ time })}
        enterKeyHint="done"
      />
      <Button dense onClick={() => set(now())}>
        {t('bp.now')}
      </Button>
    </FieldLine>
  );
}

interface PressingProps {
  readonly screen: string;
  readonly headingLevel: number;
  /** What was saved, in words. */
  readonly what: string;
  readonly verdict: Verdict;
}

/** Advice for a value just saved, shown first. */
function Pressing({ screen, headingLevel, what, verdict }: PressingProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  return (
    <Screen title={t(`screen.${screen}`)} headingLevel={headingLevel}>
      <Urgent verdict={verdict} level={headingLevel + 1} takesFocus onUnderstood={() => goBack(navigation, FALLBACK)}>
        <p>{t('record.saved', { what })}</p>
      </Urgent>
    </Screen>
  );
}
