import { codeOf } from '@phr/module-kit/error-code';
import { rangesOf, type ConfiguredIndex } from '@phr/clinical/view-config';
import { useHost, usePatient } from '@phr/module-kit/host';
import { useJudging, useViewConfig } from '@phr/module-kit/judging';
import { Screen } from '@phr/module-kit/screen';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { Freshness } from '@phr/ui/freshness';
import { List } from '@phr/ui/list';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { NoteText } from '../readings/note-text.view.tsx';
import { ReadingLevel } from '../readings/reading-level.view.tsx';
import { sourcePhrase, timePhrase } from '../readings/reading.words.ts';
import { useLanguage } from '../readings/use-language.ts';
import { useFreshReadings } from '../readings/use-readings.ts';
import { rangeWords } from '../view-config/use-shown-range.ts';
import { fetchResults } from './configured-index.api.ts';
import { resultsOf, type Result } from './configured-index.model.ts';
import css from './configured-index.module.css';

interface ConfiguredProps {
  readonly name: string;
  /** Title of a name that the deployment does not know either. */
  readonly title: string;
  readonly headingLevel: number;
}

/**
 * An index listed by the deployment but unknown to the product (D-02): results as written, with the deployment's
 * ranges.
 */
export function ConfiguredIndexScreen({ name, title, headingLevel }: ConfiguredProps) {
  const { t } = useTranslation();
  const { data, isPending } = useViewConfig();
  const index = data?.get(name);
  const isKnown = index !== undefined && index.codes.length > 0;
  return (
    <Screen title={isKnown ? index.title : title} headingLevel={headingLevel} back={{ screen: 'health-indexes' }}>
      {isPending ? (
        <Skeleton height={220} />
      ) : isKnown ? (
        <Results index={index} level={headingLevel + 1} />
      ) : (
        <EmptyState title={t('details.unsupported')} help={t('details.unsupportedHelp')} />
      )}
    </Screen>
  );
}

function Results({ index, level }: { readonly index: ConfiguredIndex; readonly level: number }) {
  const { title, codes, ranges } = index;
  const { t } = useTranslation();
  const language = useLanguage();
  const { request } = useHost();
  const patientId = usePatient().viewed?.id;
  useFreshReadings();
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['readings', patientId ?? '', 'configured', ...codes],
    enabled: patientId !== undefined,
    queryFn: ({ pageParam, signal }) => fetchResults(request, patientId ?? '', codes, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
  });
  const judging = useJudging(Date.parse(data?.pages[0]?.receivedAt ?? '') || 0);
  const results = useMemo(
    () =>
      resultsOf(
        data?.pages.flatMap(({ observations }) => observations) ?? [],
        language.locale,
        judging,
        rangesOf(index),
      ),
    [data, language.locale, judging, index],
  );
  const retry = () => void refetch();
  if (data === undefined) {
    if (error !== null) return <ErrorCard thing={title} code={codeOf(error)} onRetry={retry} level={level} />;
    return isPending ? (
      <LoadingRegion thing={title} onRetry={retry}>
        <Skeleton height={320} shape="chart" />
      </LoadingRegion>
    ) : null;
  }
  return (
    <div className={css.screen}>
      {ranges.map((range) => (
        <p key={`${range.low} ${range.high} ${range.text}`}>
          {t('details.range', { range: rangeWords(range, '', language) })}
        </p>
      ))}
      {results.length === 0 ? (
        <EmptyState title={t('details.empty')} help={t('details.emptyHelp')} />
      ) : (
        <Card title={t('details.readings')} level={level}>
          <List
            label={t('details.readings')}
            items={results}
            keyOf={({ id }) => id}
            busy={isFetchingNextPage}
            {...(hasNextPage ? { onMore: () => void fetchNextPage() } : { total: results.length })}
          >
            {(result) => <Row result={result} />}
          </List>
        </Card>
      )}
      <Freshness at={data.pages[0]?.receivedAt ?? ''} failed={error !== null} onRetry={retry} />
      <p className={css.quiet}>{t('vit.notDiagnosis')}</p>
    </div>
  );
}

function Row({ result }: { readonly result: Result }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={css.row}>
      <p className={css.value}>
        {result.lines.length === 0 ? t('absent.unknown') : result.lines.join(' · ')}
        {result.flag !== undefined && ` (${result.flag})`}
      </p>
      {result.verdict !== undefined && (
        <ReadingLevel reading={{ verdict: result.verdict, vitalKey: undefined }} language={language} />
      )}
      <p className={css.quiet}>
        {timePhrase(result, language)} · {sourcePhrase(result, language)}
      </p>
      {result.notes.map((note) => (
        <NoteText key={`${note.text} ${note.time ?? ''}`} note={note} />
      ))}
    </div>
  );
}
