import type { ToldVerdict } from '@phr/clinical/assess/verdict';
import { atLeastWords } from '@phr/fhir/verdict-words';
import { LevelBadge } from '@phr/ui/level-badge';
import { useUi } from '@phr/ui/ui-text';
import css from './verdict-badge.module.css';

interface VerdictBadgeProps {
  readonly verdict: ToldVerdict;
  /** The range that judged, with whose it is (`judgingWords`); absent where it has a line of its own. */
  readonly range: string | undefined;
}

/** What the judge says of a value: level and side in shape, colour and word, and the range that judged it. Nothing for a value that nobody judges. */
export function VerdictBadge({ verdict: { level, side, said, isNeutral, atLeast }, range }: VerdictBadgeProps) {
  const { locale } = useUi();
  if (level === undefined) return null;
  return (
    <span className={css.verdict}>
      {atLeast === true && <span>{atLeastWords(locale)}</span>}
      <LevelBadge level={level} side={side} said={said} isNeutral={isNeutral} />
      {range !== undefined && <span className={css.range}>{range}</span>}
    </span>
  );
}
