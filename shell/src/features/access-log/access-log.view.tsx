import { typeWords } from '@phr/fhir/dictionary.types';
import { Badge } from '@phr/ui/badge';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { formatMoment } from '@phr/ui/format';
import { List, ListRow } from '@phr/ui/list';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import { isAppError } from '@phr/contract/app-error';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT, useTexts } from '../../core/texts.tsx';
import { type AccessPage, fetchAccessLog } from './access-log.api.ts';
import { type Access, accessOf, grouped } from './access-log.model.ts';

/** Accesses to and changes of the record on screen, newest first; part of the settings with its own URL. */
export function AccessLogScreen() {
  const t = useT();
  const { patients } = useShell();
  const { viewed } = useStore(patients.context);
  return (
    <Screen title={t('access.title')} backHref="/setting" note={t('access.lead')}>
      {viewed === undefined ? (
        <EmptyState title={t('access.none')} />
      ) : (
        <AccessList key={viewed.id} patientId={viewed.id} />
      )}
    </Screen>
  );
}

function AccessList({ patientId }: { readonly patientId: string }) {
  const { t, locale } = useTexts();
  const { pages, failure, busy, read, more } = useAccessLog(patientId);
  const entries = useMemo(
    () => grouped(pages.flatMap(({ events }) => events.flatMap((event) => accessOf(event) ?? []))),
    [pages],
  );
  const hasMore = pages.at(-1)?.next !== undefined;
  if (pages.length === 0) {
    if (failure === 'denied') return <Notice type="info">{t('access.denied')}</Notice>;
    if (failure === 'failed') return <ErrorCard level={2} thing={t('access.thing')} code="ACCESS-LOG" onRetry={read} />;
    return (
      <LoadingRegion thing={t('access.thing')} onRetry={() => void read()}>
        <Skeleton height={72} lines={6} />
      </LoadingRegion>
    );
  }
  if (entries.length === 0) return <EmptyState title={t('access.none')} help={t('access.noneHelp')} />;
  return (
    <Card flush>
      <List
        label={t('access.title')}
        items={entries}
        keyOf={({ id }) => id}
        busy={busy}
        {...(hasMore && { onMore: more })}
      >
        {(entry) => (
          <ListRow
            title={actionWords(entry, t, locale)}
            subtitle={[
              whoWords(entry, t),
              formatMoment(entry.at, locale),
              ...(entry.times > 1 ? [t('access.times', { count: entry.times })] : []),
            ].join(' · ')}
            detail={entry.refused && <Badge tone="warning">{t('access.refused')}</Badge>}
          />
        )}
      </List>
      {failure !== undefined && (
        <Notice
          type="error"
          announce="alert"
          action={
            <Button dense onClick={more}>
              {t('common.retry')}
            </Button>
          }
        >
          {t('common.listFailed')}
        </Notice>
      )}
    </Card>
  );
}

type T = ReturnType<typeof useTexts>['t'];

function actionWords({ deed, type, refused }: Access, t: T, locale: ReturnType<typeof useTexts>['locale']): string {
  const words = refused
    ? t(deed === 'read' || deed === 'export' ? `access.tried.${deed}` : 'access.tried.change')
    : t(`access.deed.${deed}`);
  return type === undefined ? words : `${words}: ${typeWords(type, locale)}`;
}

function whoWords({ who, bySystem, byStranger }: Access, t: T): string {
  if (byStranger) return t('access.stranger');
  if (who !== undefined) return who;
  return t(bySystem ? 'access.system' : 'access.anonymous');
}

/** Pages loaded so far; `read` fetches the next. Loaded pages survive a failure. */
function useAccessLog(patientId: string) {
  const { client } = useShell();
  const [pages, setPages] = useState<readonly AccessPage[]>([]);
  const [failure, setFailure] = useState<'failed' | 'denied'>();
  const [busy, setBusy] = useState(false);
  const stop = useRef(new AbortController());
  const last = useRef<AccessPage>(undefined);
  const read = useCallback(async () => {
    const { signal } = stop.current;
    try {
      const page = await fetchAccessLog(client, patientId, last.current?.next, signal);
      if (signal.aborted) return;
      last.current = page;
      setPages((before) => [...before, page]);
      setFailure(undefined);
    } catch (error) {
      if (!signal.aborted) setFailure(isAppError(error) && error.httpStatus === 403 ? 'denied' : 'failed');
    }
    setBusy(false);
  }, [client, patientId]);
  useEffect(() => {
    stop.current = new AbortController();
    last.current = undefined;
    void read();
    return () => stop.current.abort();
  }, [read]);
  const more = () => {
    setBusy(true);
    void read();
  };
  return { pages, failure, busy, read, more };
}
