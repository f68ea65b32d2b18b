import { LevelBadge } from '@phr/ui/level-badge';
import { useTranslation } from 'react-i18next';
import type { Judged } from './use-verdicts.ts';
import css from './verdict-badges.module.css';

/** Verdict badges: level and side of each number by shape, colour and word, with the range's source. */
export function VerdictBadges({ judged }: { readonly judged: readonly Judged[] }) {
  const { t } = useTranslation();
  return judged.map(({ name, words, verdict: { level, side, said, isNeutral, atLeast }, range }, index) => (
    <span key={index} className={css.verdict}>
      {name !== undefined && <span>{name}</span>}
      {words !== undefined && <span>{words}</span>}
      {atLeast === true && <span>{t('judge.atLeast')}</span>}
      {level !== undefined && <LevelBadge level={level} side={side} said={said} isNeutral={isNeutral} />}
      {range !== undefined && <span className={css.range}>{range}</span>}
    </span>
  ));
}
