import { LevelBadge } from '@phr/ui/level-badge';
import { judgingPhrase, type Language } from './reading.words.ts';
import type { Reading } from './reading.model.ts';
import css from './reading-level.module.css';

/** A reading's level as shape, word and side, with the judging range and its source; nothing if unjudged. */
export function ReadingLevel({
  reading: { verdict, vitalKey },
  language,
  withRange = true,
}: {
  /** A result of what is no vital has no key. */
  readonly reading: Pick<Reading, 'verdict'> & { readonly vitalKey: Reading['vitalKey'] | undefined };
  readonly language: Language;
  /** False if the range has its own line. */
  readonly withRange?: boolean;
}) {
  const { level } = verdict;
  if (level === undefined) return null;
  const range = withRange ? judgingPhrase(verdict, vitalKey, language) : undefined;
  return (
    <span className={css.level}>
      {verdict.atLeast === true && <span>{language.t('judge.atLeast')}</span>}
      <LevelBadge level={level} side={verdict.side} said={verdict.said} isNeutral={verdict.isNeutral} />
      {range !== undefined && <span className={css.range}>{range}</span>}
    </span>
  );
}
