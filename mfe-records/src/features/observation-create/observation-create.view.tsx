import { hrefOf } from '@phr/module-kit/screens';
import { createEntry } from '@phr/fhir/builders';
import { saveVersion, type Correcting as CorrectingProps } from '@phr/module-kit/correction';
import { EntryForm, type EntryFormProps } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { codeOf } from '@phr/module-kit/error-code';
import { Screen } from '@phr/module-kit/screen';
import { dayOf, deviceZone } from '@phr/time/zone';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { formatDate } from '@phr/ui/format';
import { IconLaboratory } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { SelectField } from '@phr/ui/select-field';
import { Skeleton } from '@phr/ui/skeleton';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { Corrected } from '../form/corrected.view.tsx';
import { sendTogether } from '../form/save.api.ts';
import { DynamicFields } from './dynamic-fields.view.tsx';
import type { DynamicForm, StoredObservation } from './dynamic-form.entity.ts';
import { loadObservation, useDynamicForms } from './dynamic-forms.api.ts';
import {
  checkObservation,
  codingsOf,
  correctedObservationOf,
  formFor,
  observationFormOf,
  observationOf,
  type ObservationEntry,
  type ObservationForm,
  valuesOf,
} from './observation-create.model.ts';

/**
 * Records results without their own screen, using forms defined by the service (OBS-07). `?code=` selects one, `?id=`
 * corrects the person's own.
 */
export function ObservationCreateView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const forms = useDynamicForms();
  const id = useSearchParams()[0].get('id');
  if (forms.data !== undefined && forms.data.length > 0)
    return id === null ? (
      <Recording level={level} forms={forms.data} />
    ) : (
      <Corrected
        type="Observation"
        id={id}
        load={loadObservation}
        title={t('obs.fix')}
        level={level}
        back={{ screen: 'observations-list' }}
      >
        {(correcting) => <Correcting {...correcting} level={level} forms={forms.data} />}
      </Corrected>
    );
  return (
    <Screen title={t('screen.observations-create')} headingLevel={level} back={{ screen: 'observations-list' }}>
      {forms.data !== undefined ? (
        <EmptyState
          icon={IconLaboratory}
          title={t('obs.noForms')}
          help={t('obs.noForms.help')}
          action={
            <LinkButton href={hrefOf(navigation, { screen: 'lab-observation-create' })}>
              {t('screen.lab-observation-create')}
            </LinkButton>
          }
        />
      ) : forms.isError ? (
        <ErrorCard
          thing={t('obs.forms')}
          code={codeOf(forms.error)}
          onRetry={() => forms.refetch()}
          level={level + 1}
        />
      ) : (
        <LoadingRegion thing={t('obs.forms')} onRetry={() => void forms.refetch()}>
          <Skeleton height={320} shape="form" />
        </LoadingRegion>
      )}
    </Screen>
  );
}

interface RecordingProps extends ScreenProps {
  readonly forms: readonly DynamicForm[];
}

function Recording({ level, forms }: RecordingProps) {
  const { locale } = useUi();
  const { request } = useHost();
  const [search] = useSearchParams();
  const encounterId = search.get('encounterId') ?? undefined;
  const requestedCode = forms.find(({ code }) => code === search.get('code'))?.code;
  return (
    <ResultForm
      forms={forms}
      level={level}
      success="toast.resultSaved"
      params={{ ...(requestedCode && { code: requestedCode }), ...(encounterId && { encounterId }) }}
      initial={() => ({
        code: requestedCode ?? '',
        values: { effectiveDateTime: formatDate(dayOf(Date.now(), deviceZone()), locale) },
      })}
      save={(entry, { patientId, today, issued, idOf, queueOf }) => {
        const formId = idOf('observation');
        const resource = observationOf(entry, { patientId, encounterId, today, issued, formId });
        return sendTogether(
          request,
          [createEntry(resource, formId)],
          formId,
          queueOf(
            entry.form.title,
            entry.texts['effectiveDateTime'] ?? issued,
            codingsOf(entry.form).map(({ code }) => code),
          ),
        );
      }}
    />
  );
}

function Correcting({ stored, reload, level, forms }: CorrectingProps<StoredObservation> & RecordingProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const form = formFor(stored, forms);
  if (form === undefined)
    return (
      <Screen title={t('obs.fix')} headingLevel={level} back={{ screen: 'observations-list' }}>
        <Notice>{t('fix.noForm')}</Notice>
      </Screen>
    );
  return (
    <ResultForm
      forms={[form]}
      title={t('obs.fix')}
      of={stored.id}
      params={{ id: stored.id }}
      level={level}
      success="toast.fixed"
      initial={() => valuesOf(stored, form, locale)}
      reload={async () => valuesOf(await reload(), form, locale)}
      save={(entry, { patientId, today, issued, idOf, queueOf }) =>
        saveVersion(
          request,
          'Observation',
          stored,
          correctedObservationOf(entry, stored, { patientId, today, issued }),
          {
            idempotencyKey: idOf('correction'),
            queue: queueOf(
              t('fix.waiting', { what: entry.form.title }),
              issued,
              codingsOf(entry.form).map(({ code }) => code),
            ),
          },
        )
      }
    />
  );
}

interface ResultFormProps
  extends Pick<
    EntryFormProps<ObservationForm, ObservationEntry>,
    'level' | 'title' | 'of' | 'params' | 'success' | 'initial' | 'reload' | 'save'
  > {
  /** A correction has one: what kind of result it is stays. */
  readonly forms: readonly DynamicForm[];
}

function ResultForm({ forms, ...props }: ResultFormProps) {
  const { t } = useTranslation();
  return (
    <EntryForm<ObservationForm, ObservationEntry>
      {...props}
      screen="observations-create"
      back={{ screen: 'observations-list' }}
      submitLabel={t('common.save')}
      parse={observationFormOf}
      check={(form, { today }) => checkObservation(form, forms, today)}
    >
      {({ form, change, idOf, errorOf }) => (
        <>
          <SelectField
            id={idOf('code')}
            label={t('obs.type')}
            value={form.code}
            error={errorOf('code')}
            options={forms.map(({ code, title }) => ({ value: code, label: title }))}
            onChange={(code) => change((before) => ({ ...before, code }))}
          />
          <DynamicFields
            fields={forms.find(({ code }) => code === form.code)?.fields ?? []}
            values={form.values}
            idOf={idOf}
            errorOf={errorOf}
            onChange={(key, value) => change((before) => ({ ...before, values: { ...before.values, [key]: value } }))}
          />
        </>
      )}
    </EntryForm>
  );
}
