import { useUiText } from '@phr/ui/ui-text';
import { Badge } from './badge.tsx';
import { IconDone, IconTrendDown, IconTrendUp } from './icons.tsx';

export interface ReferenceBadgeProps {
  readonly result: 'within' | 'high' | 'low';
}

/** Position of a result that has only a reference range (laboratory); such results get no risk level. */
export function ReferenceBadge({ result }: ReferenceBadgeProps) {
  const text = useUiText();
  if (result === 'within') return <Badge icon={IconDone}>{text('range.within')}</Badge>;
  return (
    <Badge tone="warning" icon={result === 'high' ? IconTrendUp : IconTrendDown}>
      {text(`risk.${result}`)}
    </Badge>
  );
}
