import { Badge } from '@phr/ui/badge';
import { LevelBadge } from '@phr/ui/level-badge';
import { useTranslation } from 'react-i18next';
import type { Result } from './result.entity.ts';

/** Where a result lies, in the laboratory's own word or by the judge of all values; says so where nobody judged. */
export function ResultPlace({ result: { place, flag, severity, details } }: { readonly result: Result }) {
  const { t } = useTranslation();
  if (flag !== undefined)
    return (
      <Badge tone={severity === 'critical' ? 'danger' : severity === 'abnormal' ? 'warning' : 'neutral'}>{flag}</Badge>
    );
  const { level, side, said, isNeutral } = details?.verdict ?? {};
  if (level === undefined) return t('report.notJudged');
  return <LevelBadge level={level} side={side} said={place ?? said} isNeutral={isNeutral} />;
}
