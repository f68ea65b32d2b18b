import { useSettings } from '@phr/module-kit/host';
import { VerdictBadge } from '@phr/module-kit/verdict-badge';
import { Badge } from '@phr/ui/badge';
import { useTranslation } from 'react-i18next';
import { judgingRange } from '../judging/judged.model.ts';
import type { Result } from './result.entity.ts';

interface ResultPlaceProps {
  readonly result: Result;
  /** The range already shown next to it: the one sent with the result, or the one that judged it. */
  readonly beside?: 'sent' | 'judging';
}

/**
 * Position of a result relative to its range, by the laboratory's flag or the product's judge; says so if nobody judged
 * it.
 */
export function ResultPlace({ result: { flag, severity, details }, beside }: ResultPlaceProps) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  if (flag !== undefined)
    return (
      <Badge tone={severity === 'critical' ? 'danger' : severity === 'abnormal' ? 'warning' : 'neutral'}>{flag}</Badge>
    );
  if (details?.verdict.level === undefined) return t('report.notJudged');
  const { verdict } = details;
  const isShownBeside = beside === 'judging' || (beside === 'sent' && verdict.trace.judge === 'facility');
  return <VerdictBadge verdict={verdict} range={isShownBeside ? undefined : judgingRange(details, locale)} />;
}
