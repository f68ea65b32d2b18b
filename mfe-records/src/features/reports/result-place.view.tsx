import { Badge } from '@phr/ui/badge';
import { LevelBadge } from '@phr/ui/level-badge';
import { useTranslation } from 'react-i18next';
import type { Result } from './result.entity.ts';

/** A result's position, by the laboratory's word or the judge; says so if unjudged. */
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
