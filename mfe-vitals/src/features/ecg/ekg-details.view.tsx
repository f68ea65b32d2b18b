import { codeOf } from '@phr/module-kit/error-code';
import { goBack } from '@phr/module-kit/screens';
import { isAppError } from '@phr/contract/app-error';
import { codesOf } from '@phr/clinical/codings';
import { errorNotice } from '@phr/http/error-notice';
import { useHost, usePatient } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { Freshness } from '@phr/ui/freshness';
import { IconDelete, IconPrint } from '@phr/ui/icons';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import { usePrinting } from '@phr/ui/use-printing';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { timePhrase } from '../readings/reading.words.ts';
import { deleteReading } from '../readings/reading-writes.api.ts';
import { useLanguage } from '../readings/use-language.ts';
import { useFreshReadings } from '../readings/use-readings.ts';
import { EcgFacts } from './ecg-facts.view.tsx';
import { EcgPrint } from './ecg-print.view.tsx';
import { EcgStrip } from './ecg-strip.view.tsx';
import css from './ekg-details.module.css';
import { QualityNotices } from './quality-notices.view.tsx';
import { analysisOf, type Recording } from './recording.model.ts';
import { useEcg } from './use-ecg.ts';

/** The screen `/ekg-details/:id`. */
export function EkgDetails({ headingLevel }: { readonly headingLevel: number }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  return (
    <Screen title={t('screen.ekg-details')} headingLevel={headingLevel} back={{ screen: 'ekg-board' }}>
      <Loaded key={id} id={id} level={headingLevel + 1} />
    </Screen>
  );
}

function Loaded({ id, level }: { readonly id: string; readonly level: number }) {
  const { t } = useTranslation();
  const { value, isPending, error, retry, receivedAt } = useEcg(id);
  useFreshReadings();
  if (value !== undefined) {
    return (
      <>
        <Details recording={value} level={level} />
        {receivedAt !== undefined && (
          <div data-print="hide">
            <Freshness at={receivedAt} failed={error !== null} onRetry={retry} />
          </div>
        )}
      </>
    );
  }
  if (isAppError(error) && error.code === 'NOT_FOUND')
    return <EmptyState title={t('ecg.notFound')} help={t('ecg.notFoundHelp')} />;
  if (error !== null) return <ErrorCard thing={t('ecg.thing')} code={codeOf(error)} onRetry={retry} level={level} />;
  if (isPending)
    return (
      <LoadingRegion thing={t('ecg.thing')} onRetry={retry}>
        <Skeleton height={420} shape="chart" />
      </LoadingRegion>
    );
  return <EmptyState title={t('ecg.notFound')} help={t('ecg.notFoundHelp')} />;
}

function Details({ recording, level }: { readonly recording: Recording; readonly level: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const found = useMemo(() => analysisOf(recording), [recording]);
  const isPrinting = usePrinting();
  return (
    <div className={css.columns}>
      <div className={css.main}>
        {found !== undefined && <QualityNotices found={found} />}
        <div {...(recording.leads.length === 0 ? {} : { 'data-print': 'hide' })}>
          <Card title={t('ecg.curves')} level={level}>
            {recording.leads.length === 0 ? (
              <p className={css.note}>{t('ecg.noCurves')}</p>
            ) : (
              <EcgStrip recording={recording} found={found} />
            )}
          </Card>
        </div>
        <div className={css.tools}>
          {recording.leads.length > 0 && (
            <Button icon={IconPrint} onClick={() => window.print()}>
              {t('ecg.print')}
            </Button>
          )}
          {recording.reading.deletable && (
            <Delete recording={recording} time={timePhrase(recording.reading, language)} />
          )}
        </div>
        {isPrinting && <EcgPrint recording={recording} found={found} language={language} />}
      </div>
      <div className={css.side}>
        <EcgFacts recording={recording} found={found} language={language} level={level} />
      </div>
    </div>
  );
}

/** Deletes the ECG after confirmation, and goes back (ECG-11). */
function Delete({ recording, time }: { readonly recording: Recording; readonly time: string }) {
  const { t } = useTranslation();
  const { request, topics, notify, navigation } = useHost();
  const patientId = usePatient().viewed?.id ?? '';
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const { id } = recording.reading;
  const deletion = useMutation({
    mutationFn: () => deleteReading(request, id),
    onSuccess() {
      notify.show({ type: 'success', title: t('toast.ecgDelete') });
      goBack(navigation, { screen: 'ekg-board' });
      queries.removeQueries({ queryKey: ['readings', patientId, 'ecg', 'one', id] });
      topics.publish('observation.changed', { patientId, codes: codesOf('ecgs') });
    },
    onError(error) {
      notify.show(errorNotice(error, t));
    },
  });
  return (
    <>
      <Button variant="danger" icon={IconDelete} onClick={() => setAsks(true)}>
        {t('ecg.delete')}
      </Button>
      <ConfirmDialog
        open={asks}
        title={t('ecg.deleteAsk', { time })}
        confirmLabel={t('ecg.delete')}
        danger
        busy={deletion.isPending}
        onConfirm={() => deletion.mutate()}
        onCancel={() => setAsks(false)}
      >
        {deletion.error !== null && (
          <Notice type="error" announce="alert" title={t('toast.deleteFailed')}>
            {errorNotice(deletion.error, t).title}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}
