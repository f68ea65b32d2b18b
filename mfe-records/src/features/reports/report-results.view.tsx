import { useSettings } from '@phr/module-kit/host';
import { ListStates } from '@phr/module-kit/list-section';
import { AccordionSection } from '@phr/ui/accordion-section';
import { Card } from '@phr/ui/card';
import { Heading } from '@phr/ui/heading';
import { List } from '@phr/ui/list';
import { useTranslation } from 'react-i18next';
import { previousOf } from './previous.model.ts';
import type { Report } from './report.entity.ts';
import { useEarlierResults, useResults } from './reports.api.ts';
import { ResultRow } from './result-row.view.tsx';
import type { Result } from './result.entity.ts';
import { resultsOf, sortedResults } from './result.model.ts';
import { useExplanationInput, usePlainWords } from './use-plain-words.ts';
import { useFactor } from './use-factor.ts';

/** A report's results: those outside first, the rest collapsed. */
export function ReportResults({ report, level }: { readonly report: Report; readonly level: number }) {
  const { t } = useTranslation();
  const ids = report.results.map(({ id }) => id).filter((id) => id !== undefined);
  const list = useResults(ids);
  if (report.results.length === 0) return null;
  const results = resultsOf(report.results, list.rows.flat());
  const summary = <SortedResults report={report} results={results} level={level} />;
  return ids.length === 0 ? (
    summary
  ) : (
    <ListStates
      list={list}
      skeleton={{ height: 56, lines: 4 }}
      thing={t('report.results').toLowerCase()}
      level={level + 1}
      empty={summary}
    >
      {() => summary}
    </ListStates>
  );
}

interface SortedResultsProps {
  readonly report: Report;
  readonly results: readonly Result[];
  readonly level: number;
}

function SortedResults({ report, results, level }: SortedResultsProps) {
  const { t } = useTranslation();
  const { outside, unjudged, within } = sortedResults(results);
  const rows = { report, earlier: useBefore(report, results) };
  return (
    <>
      {outside.length > 0 && (
        <>
          <Heading level={level}>{t('result.list.outside')}</Heading>
          <Rows {...rows} results={outside} label={t('result.list.outside')} />
        </>
      )}
      {unjudged.length > 0 && (
        <>
          <Heading level={level}>{t('result.list.unjudged')}</Heading>
          <Rows {...rows} results={unjudged} label={t('result.list.unjudged')} />
        </>
      )}
      {within.length > 0 && (
        <AccordionSection
          flush
          title={t('result.list.rest')}
          level={level}
          count={within.length}
          defaultOpen={outside.length + unjudged.length === 0}
        >
          <Rows {...rows} results={within} label={t('result.list.rest')} plain />
        </AccordionSection>
      )}
    </>
  );
}

/** Earlier results of the same tests, loaded together. */
function useBefore(report: Report, results: readonly Result[]): readonly Result[] {
  const loinc = [...new Set(results.flatMap(({ details }) => (details?.number && details.loinc) ?? []))].sort();
  return useEarlierResults(loinc, report.effective ?? report.issued).rows.flat();
}

interface RowsProps {
  readonly report: Report;
  /** What was measured before the report. */
  readonly earlier: readonly Result[];
  readonly results: readonly Result[];
  readonly label: string;
  readonly plain?: boolean;
}

function Rows({ report, earlier, results, label, plain = false }: RowsProps) {
  const { locale } = useSettings();
  const words = usePlainWords();
  const askedWhere = useExplanationInput(report.code);
  const factor = useFactor();
  const list = (
    <List label={label} items={results} keyOf={({ id }) => id} frame={false}>
      {(result) => (
        <ResultRow asked={askedWhere(result)} words={words} previous={previousOf(result, earlier, factor, locale)} />
      )}
    </List>
  );
  return plain ? list : <Card flush>{list}</Card>;
}
