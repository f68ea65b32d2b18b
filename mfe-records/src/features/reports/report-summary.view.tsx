import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import { useTranslation } from 'react-i18next';
import { countWords } from './counts.words.ts';
import type { Report } from './report.entity.ts';
import { useResults } from './reports.api.ts';
import css from './report-summary.module.css';
import { countsOf, resultsOf } from './result.model.ts';
import { statusBadge } from './status.model.ts';
import { useExplanationInput, usePlainWords } from './use-plain-words.ts';

/** Outcome of a report: counts and sentences, critical results first. */
export function ReportSummary({ report }: { readonly report: Report }) {
  const { t } = useTranslation();
  const words = usePlainWords();
  const asked = useExplanationInput(report.code);
  const ids = report.results.flatMap(({ id }) => id ?? []);
  const list = useResults(ids);
  if (ids.length === 0 || list.state === 'failed') return null;
  if (list.state === 'loading' || words === undefined) return <Skeleton height={28} lines={2} />;
  const results = resultsOf(report.results, list.rows.flat());
  const counts = countWords(countsOf(results), t);
  if (counts === '') return null;
  const isProvisional = statusBadge(report.status)?.tone === 'warning';
  const sentences = words.summarize(results.filter(({ details }) => details !== undefined).map(asked));
  return (
    <div className={css.summary}>
      {results.some(({ severity }) => severity === 'critical') && <Notice type="warning">{t('result.soon')}</Notice>}
      <p className={css.counts}>{counts}</p>
      {isProvisional && <p>{t('result.provisional')}</p>}
      {sentences !== undefined && <p>{sentences}</p>}
    </div>
  );
}
