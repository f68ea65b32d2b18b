import { formatDate } from '@phr/fhir/dates';
import { reference } from '@phr/fhir/datatypes';
import { list as listOf } from '@phr/fhir/json';
import { idOf } from '@phr/fhir/reading';
import { codeOf } from '@phr/module-kit/error-code';
import { ListSection } from '@phr/module-kit/list-section';
import { RecordRow } from '@phr/module-kit/record-row';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { IconLaboratory } from '@phr/ui/icons';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../views/add-button.tsx';
import type { ScreenProps } from '../../views/screen-props.ts';
import { rowLinks } from '../described/row-links.view.tsx';
import { useVerdictLine } from '../judging/use-verdict-line.tsx';
import { ResultLinks } from '../observations/result-links.view.tsx';
import { isWithdrawn, statusBadge } from '../reports/status.model.ts';
import { togetherWith } from '../waiting/use-waiting.ts';
import { WaitingRows } from '../waiting/waiting-rows.view.tsx';
import type { LabItem } from './lab-item.entity.ts';
import { useLabItems, useLabReports } from './lab.api.ts';
import { useLabScope } from './use-lab-scope.ts';

/** A laboratory result is queued together with its report. */
const RESULTS = togetherWith('DiagnosticReport');

/** Laboratory results, newest first; of one encounter or report if the URL names it. */
export function LabObservationsView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { scope, params } = useLabScope();
  const reports = useLabReports({ encounterId: undefined, diagnosticId: scope.diagnosticId });
  const resultIds = reports.data?.flatMap(({ resource }) =>
    (results(resource['result']) ?? []).flatMap((result) => idOf(result, 'Observation') ?? []),
  );
  const list = useLabItems(scope, resultIds);
  const add = <AddButton screen="lab-observation-create" params={params} />;
  const none = <EmptyState icon={IconLaboratory} title={t('empty.lab')} help={t('empty.results.help')} action={add} />;
  const thing = t('screen.lab-observations').toLowerCase();
  // An empty list offers it in its place.
  const isEmpty = resultIds?.length === 0 || (list.state === 'ready' && list.rows.length === 0);
  return (
    <Screen
      printable
      title={t('screen.lab-observations')}
      headingLevel={level}
      actions={isEmpty ? undefined : add}
      back={
        scope.encounterId === undefined
          ? { screen: 'observations-list' }
          : { screen: 'encounter-details', params: { id: scope.encounterId } }
      }
    >
      <WaitingRows type={RESULTS} level={level + 1} onSent={() => void list.retry()} />
      {reports.isError ? (
        <ErrorCard thing={thing} code={codeOf(reports.error)} onRetry={() => reports.refetch()} level={level + 1} />
      ) : resultIds?.length === 0 ? (
        none
      ) : (
        <ListSection list={list} label={t('screen.lab-observations')} thing={thing} level={level + 1} empty={none}>
          {(item) => <LabRow item={item} params={params} />}
        </ListSection>
      )}
    </Screen>
  );
}

interface LabRowProps {
  readonly item: LabItem;
  /** Of the surrounding list. */
  readonly params: Readonly<Record<string, string>>;
}

function LabRow({ item, params }: LabRowProps) {
  const {
    codeText,
    effectiveDateTime,
    interpretationText,
    judged,
    range,
    place,
    status = '',
    isRemovable,
    incomplete,
  } = item;
  const { t } = useTranslation();
  const when = formatDate(effectiveDateTime) ?? t('common.unknown');
  const badge = statusBadge(status);
  const verdict = useVerdictLine(judged);
  const result = isWithdrawn(status) ? t('report.resultWithdrawn') : (interpretationText ?? t('data.none'));
  return (
    <RecordRow
      title={codeText}
      lines={[
        [when, place].filter((part) => part !== undefined).join(' · '),
        { label: t('lab.result'), value: result },
        range && { label: t('lab.range'), value: range },
        verdict,
      ]}
      badge={badge && { words: t(badge.key), tone: badge.tone }}
      {...rowLinks(incomplete, isRemovable && <ResultLinks {...item} what={`${codeText}, ${when}`} params={params} />)}
    />
  );
}

const results = listOf(reference);
