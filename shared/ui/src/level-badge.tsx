import { useUiText } from '@phr/ui/ui-text';
import type { ReactNode } from 'react';
import badge from './badge.module.css';
import { classNames } from './class-names.tsx';
import { Icon } from './icon.tsx';
import {
  IconLevelDangerous,
  IconLevelMild,
  IconLevelTarget,
  IconLevelVeryDangerous,
  IconLevelVeryMild,
  type IconShape,
} from './icons.tsx';
import css from './level-badge.module.css';
import { riskWords } from './risk-words.tsx';
import type { Level } from './tokens.tsx';

/** Side of the target, with the strength it may be worded in. */
export type Side = 'high' | 'low' | 'slightlyHigh' | 'slightlyLow' | 'usualLow';
/** The facility's interpretation of a result, shown instead of a level. */
export type SaidWord = 'within' | 'high' | 'low' | 'veryHigh' | 'veryLow' | 'abnormal' | 'critical' | 'other';

export interface LevelBadgeProps {
  readonly level: Level;
  /** Ignored on target; required otherwise (UX-10). */
  readonly side?: Side | undefined;
  readonly said?: SaidWord | undefined;
  /** The level is a risk's, not a reading's. */
  readonly isRisk?: boolean | undefined;
  /** Without the level's colour, if no action is needed. */
  readonly isNeutral?: boolean | undefined;
}

const SHAPES: Readonly<Record<Level, IconShape>> = {
  target: IconLevelTarget,
  veryMild: IconLevelVeryMild,
  mild: IconLevelMild,
  dangerous: IconLevelDangerous,
  veryDangerous: IconLevelVeryDangerous,
};

/**
 * A risk level as shape, word, colour and direction: "Rất nguy hiểm · Cao", wrapped before the direction only if
 * necessary. Only for values judged by a range.
 */
export function LevelBadge({ level, side, said, isRisk = false, isNeutral = false }: LevelBadgeProps) {
  const text = useUiText();
  if (said !== undefined && said !== 'other')
    return (
      <Framed level={level}>
        {text(said === 'within' ? 'range.within' : said === 'high' || said === 'low' ? `risk.${said}` : `said.${said}`)}
      </Framed>
    );
  return (
    <Framed level={level} isNeutral={isNeutral}>
      {isNeutral ? null : isRisk ? riskWords(level, text) : text(`level.${level}`)}
      {level !== 'target' && side !== undefined && (
        <>
          {!isNeutral && (
            <>
              {'\u00a0·\u00a0'}
              <wbr />
            </>
          )}
          {text(`risk.${side}`)}
        </>
      )}
    </Framed>
  );
}

function Framed({
  level,
  isNeutral = false,
  children,
}: {
  readonly level: Level;
  readonly isNeutral?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <span className={classNames(badge.badge, isNeutral ? badge.neutral : css[level])}>
      <Icon of={SHAPES[level]} size={18} />
      <span>{children}</span>
    </span>
  );
}
