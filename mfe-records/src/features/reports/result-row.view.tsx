import { useSettings } from '@phr/module-kit/host';
import { useLinked } from '@phr/module-kit/linked-record';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { useTranslation } from 'react-i18next';
import { judgingRange } from '../judging/judged.model.ts';
import { monthOf, type Compared } from './previous.model.ts';
import type { ExplanationInput, PlainWords } from './plain-results.model.ts';
import { RangeBar } from './range-bar.view.tsx';
import { ResultName } from './result-cells.view.tsx';
import { ResultMeaning } from './result-meaning.view.tsx';
import { ResultPlace } from './result-place.view.tsx';
import css from './result-row.module.css';
import type { Result } from './result.entity.ts';
import { isWithdrawn, statusBadge } from './status.model.ts';

interface ResultRowProps {
  readonly asked: ExplanationInput;
  readonly words: PlainWords | undefined;
  readonly previous: Compared | undefined;
}

/** One result: name, value, position, previous value, explanation. */
export function ResultRow({ asked, words, previous }: ResultRowProps) {
  const { t } = useTranslation();
  const { result } = asked;
  const status = result.status ?? '';
  const explanation = isWithdrawn(status) ? undefined : words?.explain(asked);
  const name = explanation?.name ?? result.name;
  return (
    <div className={css.row}>
      <div className={css.name}>
        <ResultName name={name} status={statusBadge(status)} t={t} />
        {name !== result.name && <span className={css.small}>{result.name}</span>}
      </div>
      <Value result={result} />
      {!isWithdrawn(status) && (
        <>
          <div className={css.range}>
            <RangeBar result={result} />
            <Range result={result} />
          </div>
          <Before result={result} previous={previous} name={name} />
          {explanation !== undefined && <ResultMeaning asked={asked} explanation={explanation} name={name} />}
        </>
      )}
    </div>
  );
}

function Value({ result }: { readonly result: Result }) {
  const { t } = useTranslation();
  const { value, status = '' } = result;
  if (isWithdrawn(status)) return <div className={css.value}>{t('report.resultWithdrawn')}</div>;
  return (
    <div className={css.value}>
      <strong className={css.number}>{value ?? t('report.notHere')}</strong>
      {result.details !== undefined && <ResultPlace result={result} beside="judging" />}
    </div>
  );
}

/** The report's range as sent, and any other judging range. */
function Range({ result: { reference, details } }: { readonly result: Result }) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  if (details === undefined) return null;
  const { verdict, laboratory, rangeWords } = details;
  const other = verdict.trace.judge === 'facility' ? undefined : judgingRange(details, locale);
  const range = rangeWords ?? reference;
  const own =
    range === undefined
      ? t('report.noReference.long')
      : laboratory === undefined
        ? t('result.rangeOfLab', { range })
        : t('result.rangeOf', { by: laboratory, range });
  return (
    <>
      <span className={css.small}>{own}</span>
      {other !== undefined && <span className={css.small}>{t('result.judgedBy', { range: other })}</span>}
    </>
  );
}

/** The previous value, with a link to all. */
function Before({
  result: { details },
  previous,
  name,
}: Pick<ResultRowProps, 'previous'> & { readonly result: Result; readonly name: string }) {
  const { t } = useTranslation();
  const isLinked = useLinked() !== undefined;
  const [code] = details?.loinc ?? [];
  if (details?.number === undefined || code === undefined) return null;
  return (
    <div className={css.before}>
      {previous !== undefined && (
        <span>
          {t('result.before', {
            before: `${previous.isConverted ? '≈ ' : ''}${previous.words}`,
            date: monthOf(previous.at),
            now: details.number.words,
          })}
        </span>
      )}
      {!isLinked && (
        <ScreenLink screen="results" params={{ code }} className={css.link} aria-label={t('result.trendOf', { name })}>
          {t('result.trend')}
        </ScreenLink>
      )}
    </div>
  );
}
