import type { Correcting } from '@phr/module-kit/correction';
import { EntryForm, type EntryFormProps } from '@phr/module-kit/entry-form';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { Corrected } from '../form/corrected.view.tsx';
import type { loaderOf } from '../form/loader-of.api.ts';
import type { StoredReport } from './stored-report.entity.ts';

/** The list reports belong to. */
const RESULTS = { screen: 'observations-list' } as const;

export type CorrectingProps = Correcting<StoredReport> & ScreenProps;

interface ReportScreenProps extends ScreenProps {
  readonly load: ReturnType<typeof loaderOf<StoredReport>>;
  readonly Reporting: ComponentType<ScreenProps>;
  readonly Correcting: ComponentType<CorrectingProps>;
}

/** Form of a report: new, or with `?id=` a correction. */
export function ReportScreen({ level, load, Reporting, Correcting: Form }: ReportScreenProps) {
  const { t } = useTranslation();
  const id = useSearchParams()[0].get('id');
  return id === null ? (
    <Reporting level={level} />
  ) : (
    <Corrected type="Observation" id={id} load={load} title={t('rep.fix')} level={level} back={RESULTS}>
      {(correcting) => <Form {...correcting} level={level} />}
    </Corrected>
  );
}

type Framed = 'title' | 'of' | 'params' | 'back' | 'success' | 'submitLabel';
type CorrectionFormProps<Form extends object, Entry> = Omit<EntryFormProps<Form, Entry>, Framed> & {
  readonly stored: StoredReport;
};

/** The frame of a form that corrects a report. */
export function CorrectionForm<Form extends object, Entry>({ stored, ...form }: CorrectionFormProps<Form, Entry>) {
  const { t } = useTranslation();
  return (
    <EntryForm<Form, Entry>
      {...form}
      title={t('rep.fix')}
      of={stored.id}
      params={{ id: stored.id }}
      back={RESULTS}
      success="toast.fixed"
      submitLabel={t('common.save')}
    />
  );
}

/** The report's encounter (`?encounterId=`), and its form's place: separate draft and back target. */
export function useReportedEncounter() {
  const encounterId = useSearchParams()[0].get('encounterId') ?? undefined;
  const place: Pick<EntryFormProps<object, unknown>, 'of' | 'params' | 'back'> = encounterId === undefined
    ? { params: {}, back: { screen: 'encounters' } }
    : {
        of: encounterId,
        params: { encounterId },
        back: { screen: 'encounter-details', params: { id: encounterId } },
      };
  return { encounterId, place };
}
