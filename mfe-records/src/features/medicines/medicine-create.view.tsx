import { useQuery } from '@tanstack/react-query';
import { saveVersion, type Correcting } from '@phr/module-kit/correction';
import { EntryForm, type EntryFormProps, type SaveTools } from '@phr/module-kit/entry-form';
import { useHost, usePatient } from '@phr/module-kit/host';
import { codeOf } from '@phr/module-kit/error-code';
import { Screen } from '@phr/module-kit/screen';
import { replaceScreen } from '@phr/module-kit/screens';
import { ErrorCard } from '@phr/ui/error-card';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { type Uploads, useUploads } from '../attachments/use-uploads.ts';
import { Corrected } from '../form/corrected.view.tsx';
import { saveOne } from '../form/save-one.api.ts';
import { savePaper } from '../papers/paper.api.ts';
import { PapersField } from '../papers/papers-field.view.tsx';
import { FromOrder } from './from-order.view.tsx';
import { MedicineFields } from './medicine-fields.view.tsx';
import {
  checkMedicine,
  correctedStatement,
  EMPTY,
  formOf,
  medicineDraft,
  type MedicineEntry,
  type MedicineForm,
  newStatement,
} from './medicine-form.model.ts';
import { type Medicine, readMedicine } from './medicine.entity.ts';
import { loadMedicine } from './medicines.api.ts';
import { loadStored, type StoredMedicine } from './stored-medicine.api.ts';
import { useMedicineTexts } from './use-medicine-texts.ts';

/**
 * Adds a medicine: by hand, from a prescription (`?order=`), from another's entry (`?statement=`), optionally with
 * photographed documents; `?id=` corrects the person's own.
 */
export function MedicineCreateView({ level }: ScreenProps) {
  useMedicineTexts();
  const { t } = useTranslation();
  const { locale } = useUi();
  const [search] = useSearchParams();
  const key = usePatient().viewed?.id;
  const id = search.get('id');
  const order = search.get('order');
  const statement = search.get('statement');
  if (id !== null)
    return (
      <Corrected<StoredMedicine>
        type="MedicationStatement"
        id={id}
        load={(request, patientId, one) => loadStored(request, patientId, one, locale)}
        title={t('med.fix')}
        level={level}
        back={{ screen: 'medicine-details', params: { id } }}
      >
        {(correcting) => <Correct {...correcting} level={level} />}
      </Corrected>
    );
  if (order !== null) return <TakingOver key={`${key} ${order}`} type="MedicationRequest" id={order} level={level} />;
  if (statement !== null)
    return <TakingOver key={`${key} ${statement}`} type="MedicationStatement" id={statement} level={level} />;
  return <Adding key={key} level={level} />;
}

/** The form filled from an order or another's entry. */
function TakingOver({
  type,
  id,
  level,
}: ScreenProps & { readonly type: 'MedicationRequest' | 'MedicationStatement'; readonly id: string }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const patientId = usePatient().viewed?.id ?? '';
  const found = useQuery({
    queryKey: ['medicine', patientId, type, id, locale],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async () => ({ medicine: readMedicine(await loadMedicine(request, patientId, type, id), locale) }),
  });
  if (found.data !== undefined) return <Adding level={level} from={found.data.medicine} />;
  return (
    <Screen title={t('screen.medicine-create')} headingLevel={level} back={{ screen: 'medicines' }}>
      {found.isError ? (
        <ErrorCard
          thing={t('med.one')}
          code={codeOf(found.error)}
          onRetry={() => found.refetch()}
          failures={found.errorUpdateCount}
          level={level + 1}
        />
      ) : (
        <LoadingRegion thing={t('med.one')} onRetry={() => void found.refetch()}>
          <Skeleton height={480} shape="form" />
        </LoadingRegion>
      )}
    </Screen>
  );
}

function Adding({ level, from }: ScreenProps & { readonly from?: Medicine | undefined }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request, patient } = useHost();
  const uploads = useUploads('medicines');
  const save = async (entry: MedicineEntry, { patientId, issued, idOf, queueOf }: SaveTools) => {
    const title = `${t('screen.medicines')}: ${entry.name}`;
    const formId = idOf('medicine');
    const { papers } = entry;
    const paper = papers.length === 0 ? undefined : idOf('paper');
    if (paper !== undefined)
      await savePaper(request, {
        patientId,
        files: papers,
        at: issued,
        title: t('med.paper.title', { name: entry.name }),
        formId: paper,
        mediaIds: papers.map(({ uid }) => idOf(`picture ${uid}`)),
        queue: queueOf(t('med.paper.title', { name: entry.name }), issued),
      });
    const resource = newStatement(entry, {
      patientId,
      at: issued,
      by: patient.get().main,
      formId,
      ...(from === undefined ? {} : { from }),
      ...(paper === undefined ? {} : { paper }),
    });
    return saveOne(
      request,
      { formId, resource },
      { ...queueOf(title, issued), ...(paper === undefined ? {} : { after: paper }) },
    );
  };
  const params =
    from === undefined ? undefined : { [from.type === 'MedicationRequest' ? 'order' : 'statement']: from.id };
  return (
    <FormOf
      level={level}
      success="med.saved"
      {...(from !== undefined && params !== undefined && { of: from.id, params })}
      initial={() => (from === undefined ? EMPTY : formOf(from, locale))}
      about={from === undefined && <FromOrder level={level + 1} />}
      canSave={() => !uploads.isBusy}
      save={save}
      uploads={uploads}
      from={from}
    />
  );
}

function Correct({ stored, reload, level }: Correcting<StoredMedicine> & ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request } = useHost();
  const { id, medicine } = stored;
  return (
    <FormOf
      level={level}
      title={t('med.fix')}
      of={id}
      params={{ id }}
      success="toast.fixed"
      from={medicine}
      initial={() => formOf(medicine, locale)}
      reload={async () => formOf((await reload()).medicine, locale)}
      save={(entry, { issued, idOf, queueOf }) =>
        saveVersion(request, 'MedicationStatement', stored, correctedStatement(entry, medicine, issued), {
          idempotencyKey: idOf('correction'),
          queue: queueOf(t('fix.waiting', { what: entry.name }), issued),
        })
      }
    />
  );
}

interface FormOfProps
  extends Pick<
    EntryFormProps<MedicineForm, MedicineEntry>,
    'level' | 'title' | 'of' | 'params' | 'success' | 'initial' | 'reload' | 'save' | 'about' | 'canSave'
  > {
  /** Uploads in progress; absent if none can be added. */
  readonly uploads?: Uploads;
  /** What the fields are filled with. */
  readonly from?: Medicine | undefined;
}

function FormOf({ uploads, from, ...form }: FormOfProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  return (
    <EntryForm<MedicineForm, MedicineEntry>
      {...form}
      screen="medicine-create"
      back={{ screen: 'medicines' }}
      submitLabel={t('common.save')}
      parse={medicineDraft}
      check={(values) => checkMedicine(values, uploads)}
      confirmations={({ plan }) =>
        plan === undefined ? [] : [t('med.confirm.question', { times: plan.times.join(', ') })]
      }
      onSaved={() => replaceScreen(navigation, { screen: 'medicines' })}
    >
      {(fields) => (
        <>
          <MedicineFields {...fields} from={from} />
          {uploads !== undefined && (
            <PapersField {...fields} optional label={t('med.paper')} hint={t('med.paper.hint')} uploads={uploads} />
          )}
        </>
      )}
    </EntryForm>
  );
}
