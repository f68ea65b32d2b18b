import { hrefOf } from '@phr/module-kit/screens';
import { createEntry } from '@phr/fhir/builders';
import { EntryForm } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { codeOf } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { dayOf, deviceZone } from '@phr/time/zone';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { formatDate } from '@phr/ui/format';
import { IconLaboratory } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { LoadingRegion } from '@phr/ui/loading-region';
import { SelectField } from '@phr/ui/select-field';
import { Skeleton } from '@phr/ui/skeleton';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { sendTogether } from '../form/save.api.ts';
import { DynamicFields } from './dynamic-fields.view.tsx';
import type { DynamicForm } from './dynamic-form.entity.ts';
import { useDynamicForms } from './dynamic-forms.api.ts';
import {
  checkObservation,
  codingsOf,
  observationFormOf,
  observationOf,
  type ObservationEntry,
  type ObservationForm,
} from './observation-create.model.ts';

/** Records a result that has no screen of its own; which ones there are and what they ask is told by the service (OBS-07). `?code=` names one. */
export function ObservationCreateView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const forms = useDynamicForms();
  if (forms.data !== undefined && forms.data.length > 0) return <Recording level={level} forms={forms.data} />;
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
          <Skeleton height={320} lines={1} />
        </LoadingRegion>
      )}
    </Screen>
  );
}

function Recording({ level, forms }: { readonly level: number; readonly forms: readonly DynamicForm[] }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const [search] = useSearchParams();
  const encounterId = search.get('encounterId') ?? undefined;
  const asked = forms.find(({ code }) => code === search.get('code'))?.code;
  return (
    <EntryForm<ObservationForm, ObservationEntry>
      screen="observations-create"
      level={level}
      back={{ screen: 'observations-list' }}
      success="toast.resultSaved"
      submitLabel={t('common.save')}
      params={{ ...(asked && { code: asked }), ...(encounterId && { encounterId }) }}
      initial={() => ({
        code: asked ?? '',
        values: { effectiveDateTime: formatDate(dayOf(Date.now(), deviceZone()), locale) },
      })}
      parse={observationFormOf}
      check={(form, { today }) => checkObservation(form, forms, today)}
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
