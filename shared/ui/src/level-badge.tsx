import { useUiText } from '@phr/ui/ui-text';
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
import type { Level } from './tokens.tsx';

/** On which side of the target a value lies. */
export type Direction = 'high' | 'low';

export interface LevelBadgeProps {
  readonly level: Level;
  /** Ignored on target; outside of it the badge always needs it (UX-10). */
  readonly direction?: Direction | undefined;
}

const SHAPES: Readonly<Record<Level, IconShape>> = {
  target: IconLevelTarget,
  veryMild: IconLevelVeryMild,
  mild: IconLevelMild,
  dangerous: IconLevelDangerous,
  veryDangerous: IconLevelVeryDangerous,
};

/** A risk level as shape, word, colour and direction: "Rất nguy hiểm · Cao", parted before the direction only where there is no room for both. Only for values that a range has judged. */
export function LevelBadge({ level, direction }: LevelBadgeProps) {
  const text = useUiText();
  return (
    <span className={classNames(badge.badge, css[level])}>
      <Icon of={SHAPES[level]} size={18} />
      <span>
        {text(`level.${level}`)}
        {level !== 'target' && direction !== undefined && (
          <>
            {'\u00a0·\u00a0'}
            <wbr />
            {text(`risk.${direction}`)}
          </>
        )}
      </span>
    </span>
  );
}
