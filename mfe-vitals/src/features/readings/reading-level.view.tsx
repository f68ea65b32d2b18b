import { VerdictBadge } from '@phr/module-kit/verdict-badge';
import { judgingPhrase, type Language } from './reading.words.ts';
import type { Reading } from './reading.model.ts';

/** A reading's level as shape, word and side, with the judging range and its source; nothing if unjudged. */
export function ReadingLevel({
  reading: { verdict, vitalKey },
  language,
  withRange = true,
}: {
  /** Absent for a result that is not a vital sign. */
  readonly reading: Pick<Reading, 'verdict'> & { readonly vitalKey: Reading['vitalKey'] | undefined };
  readonly language: Language;
  /** False if the range has its own line. */
  readonly withRange?: boolean;
}) {
  return <VerdictBadge verdict={verdict} range={withRange ? judgingPhrase(verdict, vitalKey, language) : undefined} />;
}
